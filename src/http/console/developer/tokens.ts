/** The personal tokens of the caller. A token is returned once, when it is created or reset. */
import { issueToken, resetToken } from '../../../identity/tokens.ts'
import { formatTimestamp } from '../../../lib/date.ts'
import { invalid, notAllowed, notFound } from '../../../lib/errors.ts'
import { deleteWhere, update } from '../../../store/change.ts'
import type { Reader, Writer } from '../../../store/db.ts'
import { type PersonalToken, personalTokenOf, personalTokensOf } from '../../../store/queries/identity/tokens.ts'
import { text, timestamp } from '../../../vocabulary/field.ts'
import { created } from '../../../vocabulary/operation.ts'
import { requireName } from '../required_name.ts'
import { type ConsoleRoute, type SessionCall, sessionRoute } from '../route.ts'

/** A token as JSON, without its secret. */
const presentToken = ({ gid, name, created_at, last_used_at, expires_at }: PersonalToken) => ({
  gid: String(gid),
  name,
  created_at: formatTimestamp(created_at),
  last_used_at: last_used_at === null ? null : formatTimestamp(last_used_at),
  expires_at: expires_at === null ? null : formatTimestamp(expires_at),
})

/** The caller's token in the path. Throws 404, also for a token of another person. */
async function ownToken(reader: Reader, { actor, path: { token_gid: gid = 0 } }: SessionCall): Promise<PersonalToken> {
  const row = await personalTokenOf(reader, actor.gid, gid)
  if (!row) throw notFound('token', gid)
  return row
}

/** Tokens of one person. At the limit a new one is refused; the oldest is not revoked, because it may be in use. */
const MAX_TOKENS = 100

async function mustHaveRoom(tx: Writer, user: number): Promise<void> {
  const living = (await personalTokensOf(tx, user)).filter(one => one.expires_at === null || one.expires_at > tx.now)
  if (living.length >= MAX_TOKENS)
    throw notAllowed(`You may have at most ${MAX_TOKENS} tokens: revoke one that you do not need.`)
}

const name = text({ required: true, max: 255, doc: 'The purpose of the token.' })

export const routes: ConsoleRoute[] = [
  sessionRoute('GET', '/tokens', {
    doc: 'The personal tokens of the caller, newest first.',
    async execute({ console, actor }) {
      return { data: (await personalTokensOf(console.store.read, actor.gid)).map(presentToken) }
    },
  }),
  sessionRoute('POST', '/tokens', {
    doc: 'Create a personal token. Only this response shows it.',
    permission: 'create_pat_authorization',
    body: { name, expires_at: timestamp({ nullable: true, doc: 'When it expires; never when absent.' }) },
    execute: ({ console, actor, body }) =>
      console.store.write(async tx => {
        const { expires_at: expiresAt = null } = body
        if (expiresAt !== null && expiresAt <= tx.now) throw invalid('expires_at', 'Must be in the future')
        const terms = { user: actor.gid, name: requireName(body.name), expiresAt }
        await mustHaveRoom(tx, actor.gid)
        const { gid, token } = await issueToken(tx, terms)
        const row = { gid, name: terms.name, created_at: tx.now, last_used_at: null, expires_at: expiresAt }
        return { status: created, data: { ...presentToken(row), token } }
      }),
  }),
  sessionRoute('POST', '/tokens/:token_gid/reset', {
    doc: 'Give a token a new secret. The old one stops working immediately; only this response shows the new one.',
    execute: call =>
      call.console.store.write(async tx => {
        const row = await ownToken(tx, call)
        const { expires_at } = row
        if (expires_at !== null && expires_at <= tx.now) throw invalid('expires_at', 'Has passed: create a new token')
        const token = await resetToken(tx, call.actor.gid, row.gid)
        return { data: { ...presentToken({ ...row, last_used_at: null }), token } }
      }),
  }),
  sessionRoute('PUT', '/tokens/:token_gid', {
    doc: 'Rename a token.',
    body: { name },
    execute: call =>
      call.console.store.write(async tx => {
        const row = await ownToken(tx, call)
        const set = { name: requireName(call.body.name) }
        await update(tx, 'tokens', { gid: row.gid }, set)
        return { data: presentToken({ ...row, ...set }) }
      }),
  }),
  sessionRoute('DELETE', '/tokens/:token_gid', {
    doc: 'Revoke a token.',
    execute: call =>
      call.console.store.write(async tx => {
        await deleteWhere(tx, 'tokens', { gid: (await ownToken(tx, call)).gid })
        return {}
      }),
  }),
]
