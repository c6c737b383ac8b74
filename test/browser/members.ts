/** Further people of an organization in browsers of their own. */
import type { CleanupScope } from '../harness/program.ts'
import { callConsole, firstOrganization, openVisitor, type Site, type Visitor } from './visitor.ts'

/** A visitor who is signed in as a new member of the organization of `host`. */
export async function memberOf(
  t: CleanupScope,
  { host, ...site }: Site & { host: Visitor },
  email: string,
): Promise<Visitor> {
  const path = `/organizations/${await firstOrganization(host)}/invitations`
  const { link } = await callConsole<{ link: string }>(host, 'POST', path, { email, name: email.split('@')[0] })
  const visitor = await openVisitor(t, site)
  await callConsole(visitor, 'POST', '/sign_in/link', { link: new URL(link).hash.slice(1) })
  return visitor
}

/** The gid of the person of a visitor. */
export const userOf = async (visitor: Visitor): Promise<string> =>
  (await callConsole<{ user: { gid: string } }>(visitor, 'GET', '/session')).user.gid
