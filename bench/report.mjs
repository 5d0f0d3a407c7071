/** Shows the measurements as a table for people and as a page of the docs. */
import { cpus, totalmem } from 'node:os';
import { summarize } from './statistics.mjs';

/** A row with its median and spread, and whether it meets its bar. */
export function judge({ what, unit, samples, atLeast, atMost }) {
  const { median, min, max } = summarize(samples);
  const bar = atLeast === undefined ? (atMost === undefined ? '' : `< ${atMost}`) : `>= ${atLeast}`;
  const holds = (atLeast === undefined || median >= atLeast) && (atMost === undefined || median < atMost);
  return { what, unit, median, min, max, bar, holds, samples };
}

export function describeMachine() {
  const [cpu] = cpus();
  return {
    cpu: cpu?.model.trim() ?? 'unknown',
    cores: cpus().length,
    memoryGb: Math.round(totalmem() / 2 ** 30),
    os: `${process.platform} ${process.arch}`,
    node: process.version,
  };
}

export function renderTable(results) {
  const rows = [['', 'median', 'min', 'max', '', 'bar', '']];
  for (const { title, rows: measured } of results) {
    rows.push([title, '', '', '', '', '', '']);
    for (const { what, unit, median, min, max, bar, holds } of measured) {
      const mark = bar === '' ? '' : holds ? 'ok' : 'MISSED';
      rows.push([`  ${what}`, number(median), number(min), number(max), unit, bar, mark]);
    }
  }
  const widths = rows[0].map((_, column) => Math.max(...rows.map((row) => row[column].length)));
  const align = (cell, column) =>
    column >= 1 && column <= 3 ? cell.padStart(widths[column]) : cell.padEnd(widths[column]);
  return rows.map((row) => row.map(align).join('  ').trimEnd()).join('\n');
}

export function renderPage(results, machine, repetitions) {
  const sections = results.map(({ title, rows }) => {
    const lines = rows.map(({ what, unit, median, min, max, bar, holds }) => {
      const verdict =
        bar === '' ? '' : `${bar.replace('<', '\\<').replace('\\<=', '<=')} ${holds ? '✓' : '**missed**'}`;
      return `| ${what} | ${number(median)} | ${number(min)} to ${number(max)} | ${unit} | ${verdict} |`;
    });
    return `## ${title}\n\n| | median | spread | | bar |\n|---|--:|--:|---|---|\n${lines.join('\n')}\n`;
  });
  const { cpu, cores, memoryGb, os, node } = machine;
  return `# Performance

The last results of \`npm run bench -- --write-docs\`, which writes this page. Machine: ${cpu}, ${cores} cores, ${memoryGb} GB, ${os}, Node ${node}.

Times of one machine say little about another: what counts are the ratios, each taken within one run, with the two sides in turn, every measurement in a process of its own (${repetitions} repetitions).
The *floor* is the least that any reader of the same child must do: \`setEncoding\`, \`indexOf\` for the line feed, \`JSON.parse\`. The child is a shell script that answers the handshake of a CLI and
writes a transcript from a file; the pipeline is the built package, \`mux.run()\` and \`for await\`. Both are warmed by a short run first. Processor time is that of the whole reading process, its helper threads
(garbage collector, compiler) included: it does not change when a neighbour needs the processor, and is the stricter of the two.

${sections.join('\n')}`;
}

function number(value) {
  if (value >= 1_000) {
    return Math.round(value).toLocaleString('en');
  }
  return value.toFixed(value >= 100 ? 0 : value >= 10 ? 1 : 2);
}
