/** Asks for the fields of a form, given as a JSON Schema of flat values. */
import type { InteractionResponse } from '@agent-mux/core';
import type { Read } from './line-reader.ts';
import { parseField } from './parse-answer.ts';
import type { Screen } from './screen.ts';

interface FormField {
  readonly name: string;
  readonly title: string;
  readonly schema: { readonly type?: unknown; readonly enum?: unknown };
  readonly isRequired: boolean;
}

export async function askForm(
  schema: unknown,
  { read, screen }: { readonly read: Read; readonly screen: Screen },
): Promise<InteractionResponse> {
  const content: Record<string, unknown> = {};
  for (const field of listFields(schema)) {
    const { name, title, schema: fieldSchema, isRequired } = field;
    const kinds = Array.isArray(fieldSchema.enum) ? fieldSchema.enum.join(' | ') : String(fieldSchema.type ?? 'text');
    await screen.note(`  ${title} ${screen.palette.dim(`(${kinds}${isRequired ? '' : ', optional'})`)}`);
    for (;;) {
      const line = await read(`  ${name} (Ctrl-D declines) > `);
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
  return { type: 'form', action: 'accept', content };
}

function listFields(schema: unknown): FormField[] {
  const properties = fieldOf(schema, 'properties');
  const required = fieldOf(schema, 'required');
  return typeof properties !== 'object' || properties === null
    ? []
    : Object.entries(properties).map(([name, property]) => ({
        name,
        title: String(fieldOf(property, 'description') ?? fieldOf(property, 'title') ?? name),
        schema: { type: fieldOf(property, 'type'), enum: fieldOf(property, 'enum') },
        isRequired: Array.isArray(required) && required.includes(name),
      }));
}

function fieldOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null
    ? new Map<string, unknown>(Object.entries(value)).get(name)
    : undefined;
}
