/** What an agent streams in A2A, version 1.0, and the same in version 0.3: as JSON, without its envelope. */
export type A2aMetadata = Readonly<Record<string, unknown>>;

export type A2aState =
  | 'SUBMITTED'
  | 'WORKING'
  | 'COMPLETED'
  | 'FAILED'
  | 'CANCELED'
  | 'INPUT_REQUIRED'
  | 'REJECTED'
  | 'AUTH_REQUIRED';

/** A part, which has one of `text`, `raw` (base64), `url` and `data`. */
export interface A2aPart {
  readonly text?: string;
  readonly raw?: string;
  readonly url?: string;
  readonly data?: unknown;
  readonly filename?: string;
  readonly mediaType?: string;
}

export interface A2aMessage {
  readonly messageId: string;
  readonly contextId: string;
  readonly taskId: string;
  readonly role: 'ROLE_USER' | 'ROLE_AGENT';
  readonly parts: readonly A2aPart[];
  readonly metadata?: A2aMetadata;
}

export interface A2aStatus {
  readonly state: `TASK_STATE_${A2aState}`;
  readonly message?: A2aMessage;
  /** The time as ISO 8601. */
  readonly timestamp: string;
}

export interface A2aArtifact {
  readonly artifactId: string;
  readonly name?: string;
  readonly description?: string;
  /** The parts, at least one. */
  readonly parts: readonly A2aPart[];
  readonly metadata?: A2aMetadata;
}

/** A `StreamResponse` of version 1.0. False and empty values are left out, as its JSON does. */
export type A2aEvent =
  | {
      readonly task: {
        readonly id: string;
        readonly contextId: string;
        readonly status: A2aStatus;
        readonly history?: readonly A2aMessage[];
        readonly metadata?: A2aMetadata;
      };
    }
  | {
      readonly statusUpdate: {
        readonly taskId: string;
        readonly contextId: string;
        readonly status: A2aStatus;
        readonly metadata?: A2aMetadata;
      };
    }
  | {
      readonly artifactUpdate: {
        readonly taskId: string;
        readonly contextId: string;
        readonly artifact: A2aArtifact;
        readonly append?: true;
        readonly lastChunk?: true;
      };
    };

export type A2aLegacyState =
  | 'submitted'
  | 'working'
  | 'completed'
  | 'failed'
  | 'canceled'
  | 'input-required'
  | 'rejected'
  | 'auth-required';

export type A2aLegacyPart = { readonly metadata?: A2aMetadata } & (
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'data'; readonly data: Readonly<Record<string, unknown>> }
  | {
      readonly kind: 'file';
      readonly file: { readonly name?: string; readonly mimeType?: string } & (
        | { readonly bytes: string }
        | { readonly uri: string }
      );
    }
);

export interface A2aLegacyMessage {
  readonly kind: 'message';
  readonly messageId: string;
  readonly contextId: string;
  readonly taskId: string;
  readonly role: 'user' | 'agent';
  readonly parts: readonly A2aLegacyPart[];
  readonly metadata?: A2aMetadata;
}

export interface A2aLegacyStatus {
  readonly state: A2aLegacyState;
  readonly message?: A2aLegacyMessage;
  readonly timestamp: string;
}

/** An event of a stream in version 0.3. */
export type A2aLegacyEvent =
  | {
      readonly kind: 'task';
      readonly id: string;
      readonly contextId: string;
      readonly status: A2aLegacyStatus;
      readonly history?: readonly A2aLegacyMessage[];
      readonly metadata?: A2aMetadata;
    }
  | {
      readonly kind: 'status-update';
      readonly taskId: string;
      readonly contextId: string;
      readonly status: A2aLegacyStatus;
      /** Whether the stream ends here: nothing follows, or the client has to say something. */
      readonly final: boolean;
      readonly metadata?: A2aMetadata;
    }
  | {
      readonly kind: 'artifact-update';
      readonly taskId: string;
      readonly contextId: string;
      readonly artifact: Omit<A2aArtifact, 'parts'> & { readonly parts: readonly A2aLegacyPart[] };
      readonly append?: true;
      readonly lastChunk?: true;
    };

export type A2aVersion = '1.0' | '0.3';

/** The extension whose metadata contains each Looopy event that A2A has no word for. */
export const A2A_EXTENSION = 'https://agent-mux.dev/a2a/looopy-event/v1';

export const A2A_TERMINAL: readonly string[] = ['COMPLETED', 'FAILED', 'CANCELED', 'REJECTED'];
