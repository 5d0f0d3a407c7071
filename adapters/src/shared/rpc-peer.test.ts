import { expect, it } from 'vitest';
import { RpcPeer } from './rpc-peer.ts';

it('knows an answer by the request that it answers, in each direction by itself', () => {
  const peer = new RpcPeer();
  const request = JSON.parse(peer.request('ours', { a: 1 }));
  expect(peer.see(request, true)).toEqual({ kind: 'request', id: 1, method: 'ours', params: { a: 1 } });
  expect(peer.see({ id: 1, method: 'theirs', params: {} }, false)).toMatchObject({ kind: 'request', method: 'theirs' });
  expect(peer.isAwaited('ours')).toBe(true);
  expect(peer.isAwaited('theirs')).toBe(false);
  expect(peer.see({ id: 1, result: 'to us' }, false)).toMatchObject({
    method: 'ours',
    result: 'to us',
    error: undefined,
  });
  expect(peer.see({ id: 1, error: { code: 1 } }, true)).toMatchObject({ method: 'theirs', error: { code: 1 } });
  expect(peer.isAwaited('ours')).toBe(false);
});

it('tells a number from a text that looks like it', () => {
  const peer = new RpcPeer();
  peer.see({ id: '7', method: 'ours' }, true);
  expect(peer.see({ id: 7, result: {} }, false)).toBeUndefined();
  expect(peer.see({ id: '7', result: {} }, false)).toMatchObject({ id: '7' });
});

it.each([
  ['an answer to nothing', { id: 5, result: {} }],
  ['an answer without an id', { result: {} }],
  ['nothing at all', {}],
])('makes nothing of %s', (_, message) => {
  expect(new RpcPeer().see(message, false)).toBeUndefined();
});

it('gives ids that nobody has used, and never the same twice', () => {
  const peer = new RpcPeer({ version: '2.0' });
  peer.see({ id: 41, method: 'of another client' }, true);
  expect([peer.request('a', {}), peer.request('b', {})].map((line) => JSON.parse(line))).toEqual([
    { jsonrpc: '2.0', id: 42, method: 'a', params: {} },
    { jsonrpc: '2.0', id: 43, method: 'b', params: {} },
  ]);
});

it('writes what is no request', () => {
  const peer = new RpcPeer();
  expect(peer.notification('ready')).toBe('{"method":"ready"}');
  expect(peer.result(3, { ok: true })).toBe('{"id":3,"result":{"ok":true}}');
  expect(peer.failure('x', -32601, 'no')).toBe('{"id":"x","error":{"code":-32601,"message":"no"}}');
});
