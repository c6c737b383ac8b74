/** The fault rules of a world. */
import { malformed } from '../../lib/errors.ts'
import { at, ruleIn } from '../faults/parse.ts'
import { type ActiveRule, leftOf, type ParsedRule } from '../faults/rule.ts'
import type { ControlCall, ControlRoute } from './route.ts'

export const faultRoutes: readonly ControlRoute[] = [
  { method: 'GET', path: '/faults', answer: async ({ world }) => world.faults.list().map(show) },
  {
    method: 'POST',
    path: '/faults',
    creates: true,
    answer: async call => show(call.world.faults.add(read(call, call.body()))),
  },
  { method: 'PUT', path: '/faults', answer: replace },
  {
    method: 'DELETE',
    path: '/faults',
    async answer({ world }) {
      world.faults.clear()
      return {}
    },
  },
  {
    method: 'DELETE',
    path: '/faults/:name',
    async answer({ world, param }) {
      world.faults.remove(param)
      return {}
    },
  },
]

const show = (rule: ActiveRule) => ({
  ...{ id: rule.id, ...rule.given, times: rule.times, hits: rule.hits, left: leftOf(rule) },
})

function read({ world, worlds }: ControlCall, value: unknown): ParsedRule {
  const { gids, tokens } = world.seeded
  return ruleIn(value, world.faults.nextId(), { gids, tokens, operations: worlds.operations })
}

async function replace(call: ControlCall) {
  const given = call.body()
  if (!Array.isArray(given)) throw malformed('The body must be a list of rules.')
  const rules = given.map((one, index) => at(`[${index}]`, () => read(call, one)))
  const ids = rules.map(({ id }) => id)
  const twice = ids.find((id, index) => ids.indexOf(id) !== index)
  if (twice !== undefined) throw malformed(`id: Two rules have the id ${twice}.`)
  return call.world.faults.replace(rules).map(show)
}
