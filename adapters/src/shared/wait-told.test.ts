import { expect, it } from 'vitest';
import { waitInHeader, waitInWords } from './wait-told.ts';

it.each([
  ['Resource has been exhausted.\nSuggested retry after 1s.', 1_000],
  ['Too many requests. Please try again in 0.5s.', 500],
  ['Rate limit reached. Please try again in 1m30.5s. Visit the page.', 90_500],
  ['Please retry in 34.074824224s.', 34_075],
  ['Please try again in 1.6839999999999999s.', 1_684],
  ['Please try again in 0.0000012345678901234567 seconds', 0],
  ['Retrying after 5602ms...', 5_602],
  ['Try again in 2 hours, 5 minutes and 1 second.', 7_501_000],
  ['Your limit resets in 3 days.', 259_200_000],
  ['Please try again in 20 MINUTES', 1_200_000],
  ['Try again in 5 months.', undefined],
  ['Try again at Jan 1st, 2100 12:00 AM.', undefined],
  ['Retried 5 times (total retry wait time: 5.46 seconds)', undefined],
  ['Too many requests, slow down.', undefined],
])('%j asks for %s ms', (message, ms) => {
  expect(waitInWords(message)).toBe(ms);
});

it.each([
  ['1', 1_000],
  ['0.25', 250],
  ['Wed, 21 Oct 2015 07:28:00 GMT', undefined],
  ['', undefined],
  [undefined, undefined],
])('the header %j asks for %s ms', (value, ms) => {
  expect(waitInHeader(value)).toBe(ms);
});
