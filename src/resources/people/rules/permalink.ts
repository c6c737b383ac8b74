/** Addresses under which people open an object in a browser. */
import type { Context, LoadMany, Row } from '../../../vocabulary/field.ts'

// wire: recorded: `…/1/<workspace>/project/<project>/task/<task>`, without a project `…/1/<workspace>/task/<task>`

/** The address of an object that needs no other object to be found: `<origin>/0/<segment>/<gid>`. */
export const links =
  (segment: string): LoadMany =>
  (rows: Row[], { publicUrl }: Context) =>
    rows.map(({ gid }) => `${publicUrl}/0/${segment}/${gid}`)

/** The address of a project; needs `workspace`. */
export const projectLinks: LoadMany = (rows, { publicUrl }) =>
  rows.map(({ gid, workspace }) => `${publicUrl}/1/${workspace}/project/${gid}`)

/** The address of a task; needs `workspace`. Its projects are not part of it: not every reader may know them. */
export const taskLinks: LoadMany = (rows, { publicUrl }) =>
  rows.map(({ gid, workspace }) => `${publicUrl}/1/${workspace}/task/${gid}`)
