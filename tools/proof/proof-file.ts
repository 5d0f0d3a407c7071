/** docs/proof.json, which records for each part what it proved and on what commit, and docs/proof.md, the page that shows it. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Proof } from './proof-record.ts';
import { renderProof } from './render-proof.ts';

export const PROOF_FILE = 'docs/proof.json';
export const PROOF_PAGE = 'docs/proof.md';

/** Reads the proof, which has no parts where there is no file. Throws where the file is not what this program writes. */
export function readProof(root: string): Proof {
  const path = join(root, PROOF_FILE);
  if (!existsSync(path)) {
    return { parts: {} };
  }
  const text = readFileSync(path, 'utf8');
  try {
    const proof: Proof = JSON.parse(text);
    if (!Object.values(proof.parts).every(({ commit }) => /^[0-9a-f]{40}$/.test(commit))) {
      throw new Error('a part names no commit');
    }
    return proof;
  } catch (cause) {
    throw new Error(
      `${path} cannot be read as a proof. Take the committed one back, or remove it: all parts are run then.`,
      { cause },
    );
  }
}

export function writeProof(root: string, proof: Proof): void {
  mkdirSync(dirname(join(root, PROOF_FILE)), { recursive: true });
  writeFileSync(join(root, PROOF_FILE), `${JSON.stringify(proof, null, 2)}\n`);
  writeFileSync(join(root, PROOF_PAGE), renderProof(proof));
}
