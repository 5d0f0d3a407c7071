import type { Capabilities } from '@agent-mux/core';
import { describe, expect, it } from 'vitest';
import { modeOf } from '../shared/testing/mode-parts.ts';
import { gemini } from './index.ts';

it('is told of as the program that a user installs, logs in to, and may already be in', () => {
  const { modes: _modes, sessions: _sessions, ...about } = gemini;
  expect(about).toEqual({
    specVersion: 1,
    agent: 'gemini',
    displayName: 'Gemini CLI',
    cliCommand: 'gemini',
    testedVersions: ['0.61.0'],
    hostMarkers: ['GEMINI_CLI'],
    install: [{ platform: 'all', type: 'npm', command: 'npm install -g @google/gemini-cli' }],
    authGuidance:
      'Run `gemini` once and log in, or set GEMINI_API_KEY (or GOOGLE_API_KEY with GOOGLE_GENAI_USE_VERTEXAI=true for Vertex AI).',
    auth: {
      variables: ['GEMINI_API_KEY', 'GOOGLE_API_KEY'],
      files: [{ path: '.gemini/oauth_creds.json', homeVariable: 'GEMINI_CLI_HOME' }],
      settings: [
        { path: '.gemini/settings.json', homeVariable: 'GEMINI_CLI_HOME', field: 'security.auth.selectedType' },
      ],
    },
  });
});

describe('a mode', () => {
  const names = gemini.modes.map(({ name }) => name);
  const capabilitiesOf = (name: string) => modeOf(gemini, name).capabilities;

  it('is a conversation, where nobody names one, or one prompt', () => {
    expect(names).toEqual(['acp', 'stream-json']);
  });

  // The version that was looked at is 0.61.0.
  const EITHER = {
    canResume: true,
    supportsTextStreaming: true,
    supportsThinkingStreaming: false,
    sandboxes: ['off'],
    nativeOptions: ['args', 'env'],
    systemPromptModes: ['replace'],
    supportsSkills: true,
    supportsFileAttachments: true,
    supportsMaxTurns: false,
  } as const;

  it.each<[mode: string, claims: Partial<Capabilities>]>([
    [
      'acp',
      {
        priorTurns: 'told',
        supportsMultiTurn: true,
        approvalModes: ['prompt', 'yolo', 'deny'],
        supportsThinking: true,
        supportsMCP: true,
        supportsImageInput: true,
        interrupt: 'protocol',
      },
    ],
    [
      'stream-json',
      {
        priorTurns: 'read',
        supportsMultiTurn: false,
        approvalModes: ['yolo', 'deny'],
        supportsThinking: false,
        supportsMCP: false,
        supportsImageInput: false,
        interrupt: 'signal',
      },
    ],
  ])('takes just these options: %s', (mode, claims) => {
    expect(capabilitiesOf(mode)).toMatchObject({ ...EITHER, ...claims });
  });

  it.each(names)('says why it takes no others: %s', (name) => {
    expect(modeOf(gemini, name).refusals).toMatchObject({
      outputSchema: 'Gemini CLI has no flag that takes a schema of the answer, and ACP has no field for one',
      noSession: 'Gemini CLI writes every session below its home folder, where its login and settings are kept too',
      sandbox:
        'for its sandbox Gemini CLI reads all of its input, starts itself anew in a container or under Seatbelt, and puts what it has read on the command line there, so that nobody can talk to it',
      nativeConfig: 'Gemini CLI reads settings from files of the user, of the project, and of root only',
    });
  });

  // Gemini CLI drops at its exit what a pipe has not taken.
  it('that leaves when it is done writes into a file, which is read at once', () => {
    const { stdout, eagerRead } = modeOf(gemini, 'stream-json');
    expect([stdout, eagerRead]).toEqual(['file', true]);
    expect(modeOf(gemini, 'acp').stdout).toBeUndefined();
  });
});
