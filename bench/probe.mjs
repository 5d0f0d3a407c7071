/** One measurement in a process of its own: `probe.mjs FILE FUNCTION JSON`. Says what it measured in one line of JSON. */
const [, , file, name, input] = process.argv;
const module = await import(file);
console.log(JSON.stringify(await module[name](JSON.parse(input))));
