/** Asks for the fields of a form, given as a JSON Schema of flat values. */
import type { InteractionResponse } from '@agent-mux/core';
import { describeFields } from './describe-fields.ts';
import type { Read } from './line-reader.ts';
import { type FieldSchema, parseField } from './parse-answer.ts';
import type { Screen } from './screen.ts';
import { makeInline, makeName, makePromptName } from './terminal.ts';

interface FormField {
  readonly name: string;
  /** The rest of what the schema says about the field. */
  readonly remarks: readonly (readonly [string, unknown])[];
  readonly schema: FieldSchema;
  readonly isRequired: boolean;
}

export async function askForm(
  schema: unknown,
  { read, screen }: { readonly read: Read; readonly screen: Screen },
): Promise<InteractionResponse> {
  const { palette } = screen;
  const content: Record<string, unknown> = {};
  for (const { name, remarks, schema: fieldSchema, isRequired } of listFields(schema)) {
    const kinds = Array.isArray(fieldSchema.enum) ? fieldSchema.enum.join(' | ') : String(fieldSchema.type ?? 'text');
    const label = makeName(name);
    await screen.note(`  ${label} ${palette.dim(`(${makeInline(kinds)}${isRequired ? '' : ', optional'})`)}`);
    if (remarks.length > 0) {
      await screen.note(describeFields(Object.fromEntries(remarks), palette, { isWhole: true }).lines);
    }
    for (;;) {
      const line = await read(`  ${makePromptName(name, 'value')} (Ctrl-D declines)`);
      if (line === undefined) {
        return { type: 'form', action: 'decline' };
      }
      if (line.trim() === '' && !isRequired) {
        break;
      }
      const value = parseField(line, fieldSchema);
      if (value !== undefined) {
        content[name] = value;
        break;
      }
    }
  }
  // A form without fields confirms something, and one that is left empty may not have been read.
  return Object.keys(content).length > 0 || (await isConfirmed(read))
    ? { type: 'form', action: 'accept', content }
    : { type: 'form', action: 'decline' };
}

async function isConfirmed(read: Read): Promise<boolean> {
  for (;;) {
    const line = (await read('  y = accept, n = decline (Ctrl-D declines)')) ?? 'n';
    const isAccepted = parseField(line, { type: 'boolean' });
    if (typeof isAccepted === 'boolean') {
      return isAccepted;
    }
  }
}

function listFields(schema: unknown): FormField[] {
  const properties = fieldOf(schema, 'properties');
  const required = fieldOf(schema, 'required');
  return typeof properties !== 'object' || properties === null
    ? []
    : Object.entries(properties).map(([name, property]) => ({
        name,
        remarks: remarksOf(property),
        schema: { type: fieldOf(property, 'type'), enum: fieldOf(property, 'enum'), items: fieldOf(property, 'items') },
        isRequired: Array.isArray(required) && required.includes(name),
      }));
}

function remarksOf(property: unknown): readonly (readonly [string, unknown])[] {
  return typeof property !== 'object' || property === null
    ? []
    : Object.entries(property).filter(([name]) => name !== 'type' && name !== 'enum');
}

function fieldOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null
    ? new Map<string, unknown>(Object.entries(value)).get(name)
    : undefined;
}
