/**
 * What a person decides, and what the application is told of it. Whoever decided before is not asked again: the browser
 * is sent on at once. That changes nothing but the application's own code, so another site may cause it, but only as a page
 * that the person sees, and within the limits of the session: each code is a write.
 */

import { type Actor, originOf } from '../../identity/actor.ts'
import { applicationOf } from '../../identity/applications.ts'
import { issueCode } from '../../identity/authorization.ts'
import { grant, isGranted } from '../../identity/grants.ts'
import { authenticate, heldBy } from '../../identity/tokens.ts'
import { ApiError } from '../../lib/errors.ts'
import type { Query } from '../options.ts'
import type { Visit } from '../visit.ts'
import { within } from './limited.ts'
import { identityToken } from './openid.ts'
import { type Asked, addressOf, check, type Program } from './request.ts'

/** Where the browser is sent, or the text that it shows because it can be sent nowhere. */
export type Page = { location: string; text?: undefined } | { location?: undefined; text: string }

/** Answers a browser that an application sent here; `text` is its query as it came. */
export async function authorize(program: Program, visit: Visit, query: Query, text: string): Promise<Page> {
  const { asked, mistake } = await check(program.store.read, query)
  if (mistake) {
    const { error, description, target } = mistake
    return target ? { location: addressOf(target, { error, error_description: description }) } : { text: description }
  }
  const { prompts, target, outOfBand } = asked
  const page = { location: `/consent?${text}` }
  // A code that is to be copied must be shown.
  if (outOfBand) return page
  const actor = await personHere(program, visit)
  if (actor && visit.isPage && prompts.every(prompt => prompt === 'none')) {
    const told = await within(program.limits, actor, () => allowedBefore(program, visit, asked, actor))
    if (told) return { location: addressOf(target, told) }
  }
  if (prompts.includes('none')) {
    const error = actor === undefined ? 'login_required' : 'consent_required'
    return { location: addressOf(target, { error, error_description: 'The person would have to be asked.' }) }
  }
  return page
}

/** What the application gets when the person has allowed all this before. */
async function allowedBefore(program: Program, visit: Visit, asked: Asked, actor: Actor) {
  const { store } = program
  const parties = { application: asked.application.gid, user: actor.gid }
  if (!(await isGranted(store.read, parties, asked.scopes))) return undefined
  return allow({ ...program, store: heldBy(store, actor) }, visit, asked, actor, 'before')
}

/** The person whose session the browser has. */
async function personHere({ store, clock }: Program, { session }: Visit): Promise<Actor | undefined> {
  try {
    return await authenticate(store, { authorization: undefined, session }, clock())
  } catch (error) {
    if (error instanceof ApiError) return undefined
    throw error
  }
}

/**
 * Remembers that a person allows what is asked, and answers what the application gets for it. Nothing when the
 * application has been ended meanwhile, or the decision taken back that was made `before`.
 */
export async function allow(program: Program, visit: Visit, asked: Asked, actor: Actor, decided: 'before' | 'now') {
  const { application, wants, scopes, challenge, nonce, target } = asked
  const parties = { application: application.gid, user: actor.gid }
  const made = await program.store.write(
    async tx => {
      if (!(await applicationOf(tx, application.gid))) return undefined
      if (decided === 'before' && !(await isGranted(tx, parties, scopes))) return undefined
      await grant(tx, parties, scopes)
      const terms = { ...parties, redirectUri: target.uri, scopes, challenge, nonce }
      return { code: wants.includes('code') ? await issueCode(tx, terms) : undefined }
    },
    originOf(actor, visit),
  )
  if (!made) return undefined
  const { code } = made
  if (!wants.includes('id_token')) return { code }
  return { code, id_token: await identityToken(program, visit.origin, { ...parties, scopes, nonce, code }) }
}

/** Where the browser goes when the person does not allow it. */
export const deny = ({ target }: Asked): string =>
  addressOf(target, { error: 'access_denied', error_description: 'The person did not allow it.' })
