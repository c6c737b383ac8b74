/** Addresses of objects in the app, for browsers. */
import type { LoadContext, LoadMany, Row } from '../../../vocabulary/field.ts'

// wire: recorded: `…/1/<workspace>/project/<project>/task/<task>`, without a project `…/1/<workspace>/task/<task>`

/** The address of an object without a workspace: `<origin>/0/<segment>/<gid>`. */
export const links =
  (segment: string): LoadMany =>
  (rows: Row[], { publicUrl }: LoadContext) =>
    rows.map(({ gid }) => `${publicUrl}/0/${segment}/${gid}`)

/** The address of a project; needs `workspace`. */
export const projectLinks: LoadMany = (rows, { publicUrl }) =>
  rows.map(({ gid, workspace }) => `${publicUrl}/1/${workspace}/project/${gid}`)

/** The address of a task; needs `workspace`. Without a project, which not every reader can see. */
export const taskLinks: LoadMany = (rows, { publicUrl }) =>
  rows.map(({ gid, workspace }) => `${publicUrl}/1/${workspace}/task/${gid}`)

/** The address of the project that contains an object; needs `workspace` and `project`. */
export const linksOfProject: LoadMany = (rows, { publicUrl }) =>
  rows.map(({ project, workspace }) => `${publicUrl}/1/${workspace}/project/${project}`)
