/** The worlds of a process, and what their seeds put into them. */
import { malformed, notFoundText } from '../../lib/errors.ts'
import { DEFAULT_WORLD } from '../select.ts'
import type { Image } from '../world/images.ts'
import type { World } from '../world/world.ts'
import { type GivenMembers, members, shown, text } from './input.ts'
import type { ControlCall, ControlRoute } from './route.ts'
import { refusedSeed, seedIn } from './seeds.ts'

export const worldRoutes: readonly ControlRoute[] = [
  { method: 'GET', path: '', answer: async call => describe(call) },
  {
    method: 'GET',
    path: '/worlds',
    answer: async call => (await call.worlds.list()).map(world => showWorld(call.origin, world)),
  },
  { method: 'POST', path: '/worlds', creates: true, answer: create },
  {
    method: 'DELETE',
    path: '/worlds/:name',
    async answer({ worlds, param }) {
      await worlds.remove(param)
      return {}
    },
  },
  { method: 'GET', path: '/gids', answer: gids },
]

function describe({ options, worlds, world }: ControlCall) {
  const { strictness, limits } = world.settings
  return {
    ...{ version: options.version, world: world.name, seed: options.seedName, clock: shown(world.clock.now()) },
    ...{ strictness, limits, faults: world.faults.list().length, requests: world.requests.list().length },
    snapshots: worlds.snapshots.of(world).length,
  }
}

/** A world with the addresses and the credentials that a client needs. */
export function showWorld(origin: string, { name, seeded }: World) {
  const url = name === DEFAULT_WORLD ? origin : `${origin}/-/w/${name}`
  const { workspace, tokens, gids } = seeded
  return { name, url, api: `${url}/api/1.0`, token_prefix: `${name}~`, workspace, tokens, gids }
}

async function create(call: ControlCall) {
  const body = members(call.body(), ['name', 'seed', 'snapshot'])
  return showWorld(call.origin, await call.worlds.create(text('name', body.name), await imageFor(call, body)))
}

async function imageFor({ options, worlds, world }: ControlCall, { seed, snapshot }: GivenMembers): Promise<Image> {
  if (seed !== undefined && snapshot !== undefined) throw malformed('seed: It excludes snapshot. Give one of them.')
  const name = text('snapshot', snapshot)
  if (name !== undefined) return worlds.snapshots.get(world, name)
  if (seed === undefined) return worlds.imageOf(options.seed)
  return worlds.imageOf(seedIn(seed)).catch(error => Promise.reject(refusedSeed(error)))
}

async function gids({ world, query }: ControlCall) {
  const key = query.get('key')
  if (key === null) return world.seeded.gids
  const gid = world.seeded.gids[key]
  if (gid === undefined || !Object.hasOwn(world.seeded.gids, key))
    throw notFoundText(`The seed has no key ${JSON.stringify(key)}.`)
  return { gid }
}
