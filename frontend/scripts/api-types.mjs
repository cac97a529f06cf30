// Writes src/shared/api/generated.ts from the OpenAPI description that the server makes of itself.
// With --check it writes nothing and fails when the file differs. --schema FILE reads a description from a file.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const TARGET = fileURLToPath(new URL('../src/shared/api/generated.ts', import.meta.url));
const HEADER = '// Made by `npm run api:types` from the OpenAPI description. Do not edit.\n';

function describe() {
  const at = process.argv.indexOf('--schema');
  if (at > 0) return JSON.parse(readFileSync(process.argv[at + 1], 'utf8'));
  const own = `${ROOT}/.venv/bin/python`;
  const python = process.env.PYTHON ?? (existsSync(own) ? own : 'python3');
  const options = { cwd: ROOT, maxBuffer: 64e6, stdio: ['ignore', 'pipe', 'inherit'] };
  return JSON.parse(
    execFileSync(python, ['manage.py', 'spectacular', '--skip-checks', '--format', 'openapi-json'], options),
  );
}

const literal = (value) =>
  JSON.stringify(value).replace(/^"(.*)"$/s, (_, text) => `'${text.replaceAll("'", "\\'")}'`);
const nullable = (text, schema) => (schema.nullable ? `${text} | null` : text);
const wrapped = (text) => (/[|&]/.test(text) ? `(${text})` : text);

function typeOf(schema) {
  if (!schema || Object.keys(schema).length === 0) return 'unknown';
  if (schema.$ref) return schema.$ref.split('/').at(-1);
  for (const [key, glue] of [
    ['oneOf', ' | '],
    ['anyOf', ' | '],
    ['allOf', ' & '],
  ]) {
    if (schema[key]) return nullable([...new Set(schema[key].map(typeOf))].join(glue), schema);
  }
  if (schema.enum) return nullable(schema.enum.map(literal).join(' | '), schema);
  if (Array.isArray(schema.type)) return schema.type.map((type) => typeOf({ ...schema, type })).join(' | ');
  switch (schema.type) {
    case 'string':
      return nullable(schema.format === 'binary' ? 'Blob' : 'string', schema);
    case 'integer':
    case 'number':
      return nullable('number', schema);
    case 'boolean':
      return nullable('boolean', schema);
    case 'null':
      return 'null';
    case 'array':
      return nullable(`${wrapped(typeOf(schema.items))}[]`, schema);
    default:
      return nullable(objectOf(schema), schema);
  }
}

function objectOf(schema) {
  if (schema.properties) return `{ ${fields(schema).join(' ')} }`;
  const values =
    typeof schema.additionalProperties === 'object' ? typeOf(schema.additionalProperties) : 'unknown';
  return `Record<string, ${values}>`;
}

function fields(schema) {
  const required = new Set(schema.required ?? []);
  return Object.entries(schema.properties).map(([name, inner]) => {
    const key = /^[A-Za-z_$][\w$]*$/.test(name) ? name : literal(name);
    return `${key}${required.has(name) ? '' : '?'}: ${typeOf(inner)};`;
  });
}

function declaration(name, schema) {
  const about = schema.description
    ? `/** ${schema.description.replace(/\s+/g, ' ').replaceAll('*/', '* /').trim()} */\n`
    : '';
  if (!schema.properties || schema.allOf) return `${about}export type ${name} = ${typeOf(schema)};\n`;
  return `${about}export interface ${name} {\n${fields(schema)
    .map((line) => `  ${line}\n`)
    .join('')}}\n`;
}

const description = describe();
const schemas = Object.entries(description.components.schemas).toSorted(([a], [b]) => (a < b ? -1 : 1));
const text = `${HEADER}\n${schemas.map(([name, schema]) => declaration(name, schema)).join('\n')}`;
const before = existsSync(TARGET) ? readFileSync(TARGET, 'utf8') : '';
if (process.argv.includes('--check')) {
  if (before !== text) {
    console.error('src/shared/api/generated.ts does not fit the server: run npm run api:types.');
    process.exit(1);
  }
} else if (before !== text) {
  writeFileSync(TARGET, text);
  console.log(`${schemas.length} types written.`);
}
