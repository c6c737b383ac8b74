/** Ends tokens, as their users or time would. */
import { malformed, notFoundText } from '../../lib/errors.ts'
import { parseGid } from '../../lib/gid.ts'
import { digest } from '../../lib/secret.ts'
import { deleteAndCount, updateAndCount } from '../../store/change.ts'
import type { Writer } from '../../store/db.ts'
import { members, text } from './input.ts'
import type { ControlCall, ControlRoute } from './route.ts'

type Which = { hash: string } | { gid: number }

/** Returns the number of tokens that it ended. */
type End = (tx: Writer, which: Which) => Promise<number>

const end =
  (how: End): ControlRoute['answer'] =>
  async (call: ControlCall) => {
    const token = text('token', members(call.body(), ['token']).token)
    if (token === undefined) throw malformed('token: It is required.')
    const { seeded, store } = call.world
    const ended = await store.engine.write(async tx => {
      for (const which of meanings(token, seeded.tokens)) if ((await how(tx, which)) > 0) return true
      return false
    })
    if (!ended) throw notFoundText('There is no such token.')
    return {}
  }

/** What the client can mean: a key of the seed, a token, or its gid. */
function meanings(token: string, tokens: Readonly<Record<string, string>>): Which[] {
  const ofKey = Object.hasOwn(tokens, token) ? tokens[token] : undefined
  const gid = parseGid(token)
  return [
    ...(ofKey === undefined ? [] : [{ hash: digest(ofKey) }]),
    { hash: digest(token) },
    ...(gid === undefined ? [] : [{ gid }]),
  ]
}

export const tokenRoutes: readonly ControlRoute[] = [
  { method: 'POST', path: '/tokens/revoke', answer: end((tx, which) => deleteAndCount(tx, 'tokens', which)) },
  {
    method: 'POST',
    path: '/tokens/expire',
    answer: end((tx, which) => updateAndCount(tx, 'tokens', which, { expires_at: tx.now })),
  },
]
