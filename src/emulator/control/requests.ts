/** The requests that a world has received. */
import { notFoundText } from '../../lib/errors.ts'
import { digest } from '../../lib/secret.ts'
import { tokenHolder } from '../../store/queries/people.ts'
import { filtered } from '../requests/filter.ts'
import { harOf } from '../requests/har.ts'
import { showRequest } from '../requests/show.ts'
import type { World } from '../world/world.ts'
import type { ControlCall, ControlRoute } from './route.ts'

export const requestRoutes: readonly ControlRoute[] = [
  { method: 'GET', path: '/requests', answer: list },
  { method: 'GET', path: '/requests.har', isBare: true, answer: archive },
  { method: 'GET', path: '/requests/:name', answer: show },
  {
    method: 'DELETE',
    path: '/requests',
    async answer({ world }) {
      world.requests.clear()
      return {}
    },
  },
]

const secretsOf = ({ seeded }: World): string[] => Object.values(seeded.tokens)

const search = ({ world, query }: ControlCall) => {
  const { gids, tokens } = world.seeded
  return filtered(world.requests.list(), query, {
    gids,
    async tokenGid(name) {
      const text = (Object.hasOwn(tokens, name) ? tokens[name] : undefined) ?? name
      const found = await tokenHolder(world.store.engine.read, digest(text))
      return found && String(found.gid)
    },
  })
}

async function list(call: ControlCall) {
  const { found, isCount } = await search(call)
  if (isCount) return { count: found.length }
  return Promise.all(found.map(entry => showRequest(entry, secretsOf(call.world))))
}

async function show({ world, param }: ControlCall) {
  const entry = world.requests.list().find(({ id }) => String(id) === param)
  if (!entry) throw notFoundText(`There is no request ${JSON.stringify(param)}.`)
  return showRequest(entry, secretsOf(world))
}

async function archive(call: ControlCall) {
  const { world, origin, prefix, options } = call
  const { found } = await search(call)
  const requests = await Promise.all(found.map(entry => showRequest(entry, secretsOf(world))))
  return harOf(requests, `${origin}${prefix}`, options.version)
}
