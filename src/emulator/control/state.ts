/** What a world contains: resetting and seeding it. */
import { loadSeed, type Seed } from '../../exchange/seed/seed.ts'
import { malformed } from '../../lib/errors.ts'
import type { Image } from '../world/images.ts'
import { type GivenMembers, members, shown, text } from './input.ts'
import type { ControlCall, ControlRoute } from './route.ts'
import { parsed, refusedSeed, seedIn } from './seeds.ts'

const KEPT = ['clock', 'faults', 'requests'] as const

export const stateRoutes: readonly ControlRoute[] = [
  { method: 'POST', path: '/reset', answer: reset },
  { method: 'POST', path: '/seed', answer: addSeed },
]

async function reset(call: ControlCall) {
  const { world } = call
  const began = performance.now()
  const body = members(call.body(), ['to', 'seed', 'keep'])
  const to = text('to', body.to) ?? 'seed'
  const kept = keptOf(body)
  const clock = await world.alone(async () => {
    await world.replace(await imageFor(call, to, body), { keepsClock: kept.has('clock') })
    world.mail.clear()
    world.deliveries.clear()
    if (!kept.has('faults')) world.faults.clear()
    if (!kept.has('requests')) world.requests.clear()
    return world.clock.now()
  })
  return { to, clock: shown(clock), took_ms: milliseconds(began) }
}

/** The milliseconds since then, with one decimal. */
export const milliseconds = (began: number): number => Math.round((performance.now() - began) * 10) / 10

/** The image of another seed, of an empty store or of a snapshot. */
async function imageFor({ worlds, world }: ControlCall, to: string, { seed }: GivenMembers): Promise<Image> {
  if (seed !== undefined) {
    if (to !== 'seed') throw malformed('seed: It can only be given if `to` is seed.')
    return worlds.imageOf(seedIn(seed)).catch(error => Promise.reject(refusedSeed(error)))
  }
  if (to === 'seed') return world.initial
  return to === 'empty' ? worlds.imageOf(null) : worlds.snapshots.get(world, to)
}

function keptOf({ keep = [] }: GivenMembers): ReadonlySet<string> {
  const isKnown = (one: unknown) => KEPT.some(known => known === one)
  if (!Array.isArray(keep) || !keep.every(isKnown)) throw malformed(`keep: It must be a list of ${KEPT.join(', ')}.`)
  return new Set(keep)
}

/** Adds a seed to the world, or nothing of it. */
async function addSeed(call: ControlCall) {
  const { world, options, worlds } = call
  return world.alone(async () => {
    const seed = sentSeed(call)
    const before = world.image()
    try {
      const { workspace, gids, tokens } = await loadSeed(world.store.engine, seed, world.clock.now, {
        ...{ key: options.key, files: worlds.files },
      })
      const known = world.seeded
      await world.countWorkspaces()
      world.seeded = {
        workspace: known.workspace || workspace,
        gids: { ...known.gids, ...gids },
        tokens: { ...known.tokens, ...tokens },
      }
      return { gids, tokens }
    } catch (error) {
      // What it wrote before the error is removed.
      await world.replace(before)
      throw refusedSeed(error)
    }
  })
}

/** The seed in the body. The text itself is parsed, so that errors have its places; only a wrapped seed is written anew. */
function sentSeed({ world, text, mediaType, body }: ControlCall): Seed {
  const { gids } = world.seeded
  if (/yaml$/.test(mediaType)) return parsed(text, 'yaml', gids)
  const isWrapped = /^\s*\{\s*"data"/.test(text)
  return parsed(isWrapped ? JSON.stringify(body()) : text, 'json', gids)
}
