/** The inbox of a person, as the web app reads it. */
import { ok } from './sample.ts'
import type { Visitor } from './sign_in/console.ts'
import type { Json, World } from './world.ts'

/** Runs the jobs, and returns the notifications of a person. */
export async function inboxOf(
  { jobs, workspace }: Pick<World, 'jobs' | 'workspace'>,
  visitor: Visitor,
  more = '',
): Promise<Json[]> {
  await jobs.tick()
  return (await ok(visitor.get(`/inbox?workspace=${workspace}${more}`))).body.data as Json[]
}

/** The same, as pairs of the cause and the name of the object. */
export const causesOf = async (
  all: Pick<World, 'jobs' | 'workspace'>,
  visitor: Visitor,
  more = '',
): Promise<string[]> => (await inboxOf(all, visitor, more)).map(({ cause, resource }) => `${cause} ${resource.name}`)

/** The number of unread notifications that the session shows. */
export async function unreadOf(visitor: Visitor): Promise<number> {
  const { organizations } = (await ok(visitor.get('/session'))).data
  return (organizations as Json[])[0]?.unread as number
}

/** Rich text that mentions these people. */
export const mentioning = (text: string, ...people: { gid: string }[]): string =>
  `<body>${text}${people.map(({ gid }) => ` <a data-asana-gid="${gid}"/>`).join('')}</body>`
