/** Loads seeds into worlds. */
import assert from 'node:assert/strict'
import { loadSeed, parseSeed, type Seed } from '../../../src/exchange/seed/seed.ts'
import { apiClient, type Person, type World } from '../world.ts'

/** The seed of a text. Fails with all of its errors. */
export function seedOf(text: string, known?: Record<string, string>): Seed {
  const parsed = parseSeed(text, 'yaml', 'seed.yaml', known)
  if ('seed' in parsed) return parsed.seed
  return assert.fail(parsed.errors.map(({ message }) => message).join('\n'))
}

/** The messages of a wrong seed. */
export function mistakesIn(text: string, file?: string): string[] {
  const parsed = parseSeed(text, 'yaml', file)
  return 'errors' in parsed ? parsed.errors.map(({ message }) => message) : []
}

/** What a seed added to a world. */
export interface Seeded {
  gids: Record<string, string>
  gid(key: string): string
  /** A client with the token of a person. */
  as(key: string): Person
}

/** Adds a seed to a world, in the organization of the seed. */
export async function seeded(at: World, text: string, known?: Record<string, string>): Promise<Seeded> {
  const parts = { key: 'a key of thirty-two characters..', files: at.files }
  const { gids, tokens } = await loadSeed(at.store, seedOf(text, known), () => at.clock.now, parts)
  const gid = (key: string) => gids[key] ?? assert.fail(`The seed has no key ${key}.`)
  return { gids, gid, as: key => apiClient(at.send, { gid: gid(key), email: '', token: tokens[key] ?? '' }) }
}
