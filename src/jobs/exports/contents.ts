/**
 * The contents of an export, as pieces of text. They are read in parts of 100 objects, each with the rights that its
 * user has at that moment: what the user cannot see is left out.
 */
import { setImmediate } from 'node:timers/promises'
import { textOf } from '../../lib/strings.ts'
import type { Name } from '../../names.ts'
import type { ExportParameter } from '../../resources/exports/rules/parameters.ts'
import { passing } from '../../store/queries/exports/filters.ts'
import { readWindow, type WindowFilter, windowOf } from '../../store/queries/exports/objects.ts'
import { exportedTypes } from '../../store/queries/objects.ts'
import { addAttached } from './attached.ts'
import type { ExportSource } from './source.ts'
import { subtreeOf } from './subtree.ts'

type GidParts = AsyncIterable<readonly number[]> | Iterable<readonly number[]>

/** The objects that are loaded at once. */
const PART_OBJECTS = 100

/** `{"data":[…]}` with every object of the organization. */
export async function* organizationContents(source: ExportSource): AsyncGenerator<string> {
  yield* asList(source, function* () {
    for (const type of exportedTypes) yield [type, windows(source, type)] as const
  })
}

/** `{"data":[…]}` with an object and every object inside it. */
export async function* graphContents(source: ExportSource, type: Name, gid: number): AsyncGenerator<string> {
  const found = await subtreeOf(source.context.reader, type, gid)
  yield* asList(source, function* () {
    for (const name of exportedTypes)
      yield [name, parts([...(found.get(name) ?? [])].toSorted((a, b) => a - b))] as const
  })
}

/** One line of JSON for each object that passes any of the parameters. */
export async function* resourceContents(
  source: ExportSource,
  parameters: readonly ExportParameter[],
): AsyncGenerator<string> {
  for (const { resource_type: type, people, times, fields } of parameters) {
    const filter = type === 'team' ? undefined : passing(type, { people, times })
    for await (const gids of windows(source, type, filter)) {
      const objects = await show(source, type, gids, fields)
      const lines = type === 'task' ? await addAttached(source, objects, fields) : objects
      if (lines.length > 0) yield `${lines.join('\n')}\n`
    }
  }
}

async function* asList(source: ExportSource, types: () => Iterable<readonly [Name, GidParts]>): AsyncGenerator<string> {
  yield '{"data":['
  let separator = '\n'
  for (const [type, gids] of types()) {
    for await (const part of gids) {
      const objects = await show(source, type, part, '')
      if (objects.length === 0) continue
      yield `${separator}${objects.join(',\n')}`
      separator = ',\n'
    }
  }
  yield '\n]}\n'
}

/** The objects of a type in the workspace, in parts. */
async function* windows(
  { context, workspace }: ExportSource,
  type: Name,
  filter?: WindowFilter,
): AsyncGenerator<readonly number[]> {
  const window = windowOf(type, filter)
  for (let after: number | undefined = 0; after !== undefined; ) {
    const { gids, next } = await readWindow(context.reader, window, workspace, after)
    yield* parts(gids)
    after = next
  }
}

function* parts(gids: readonly number[]): Generator<readonly number[]> {
  for (let start = 0; start < gids.length; start += PART_OBJECTS) yield gids.slice(start, start + PART_OBJECTS)
}

/** The JSON of those objects that the user can see. Other work runs between two parts. */
async function show(
  { graph, context, count }: ExportSource,
  type: Name,
  gids: readonly number[],
  fields: string,
): Promise<string[]> {
  await setImmediate()
  const { objects } = await graph(type, gids, { fields, expand: '', form: 'complete', guarded: true }, context)
  count(type, objects.length)
  return objects.map(textOf)
}
