/** Runs one measurement in a process of its own: `probe.mjs FILE FUNCTION JSON`. Prints the result as one line of JSON. */
const [, , file, name, input] = process.argv;
const module = await import(file);
console.log(JSON.stringify(await module[name](JSON.parse(input))));
