/** Reads and loads seeds: files with the objects of a world. `docs/seeds.md` describes them. */
import type { Clock } from '../../lib/clock.ts'
import type { Store } from '../../store/db.ts'
import { RefusedObject } from '../load/given.ts'
import { BUILT_IN } from './built_in.ts'
import type { SeedContents } from './contents.ts'
import { type FoundProblem, Problems, parseDocumentText } from './document.ts'
import { insertSeed, refusalOf, type SeedParts, SILENT, storeFiles } from './load_seed.ts'
import { readSeed } from './reader.ts'

/** A valid seed, which can be loaded into any number of stores. */
export type Seed = SeedContents

/** What is wrong with a seed. `message` is the whole line, with the file if it is known. */
export type SeedError = FoundProblem

/**
 * Parses a seed; finds all errors at once. JSON is YAML, too. `file` is the name that messages start
 * with. `known` are the gids of keys that a world has already, to which a further seed can refer.
 */
export function parseSeed(
  text: string,
  _format: 'yaml' | 'json',
  file?: string,
  known: Readonly<Record<string, string>> = {},
): { seed: Seed } | { errors: SeedError[] } {
  const problems = new Problems(file)
  const root = parseDocumentText(text, problems)
  const seed = root && readSeed(root, problems, known)
  const { errors } = problems
  return seed && errors.length === 0 ? { seed } : { errors }
}

export interface LoadedSeed {
  workspace: string
  gids: Record<string, string>
  tokens: Record<string, string>
}

/**
 * Loads a seed, also into a store with other objects. Relative times follow `clock`. Throws SeedRefused, and then the
 * store is unchanged.
 */
export async function loadSeed(
  store: Store,
  seed: Seed,
  clock: Clock,
  { key, files }: SeedParts = {},
): Promise<LoadedSeed> {
  const now = clock()
  try {
    const fileKeys = await storeFiles(store, seed, files)
    await store.write(async tx => insertSeed({ ...tx, now }, seed, { fileKeys, key }), SILENT)
  } catch (error) {
    throw error instanceof RefusedObject ? refusalOf(seed, error) : error
  }
  return { workspace: String(seed.workspace), gids: { ...seed.gids }, tokens: { ...seed.tokens } }
}

/** The seed of an emulator without one of its own. */
export const BUILT_IN_SEED: Seed = builtIn()

function builtIn(): Seed {
  const parsed = parseSeed(BUILT_IN, 'yaml', 'built-in seed')
  if ('seed' in parsed) return parsed.seed
  throw new Error(parsed.errors.map(({ message }) => message).join('\n'))
}
