/** Addresses of objects in the app, for browsers. */
import type { LoadContext, LoadMany, Row } from '../../../vocabulary/field.ts'

// wire: recorded: `…/1/<workspace>/project/<project>/task/<task>`, without a project `…/1/<workspace>/task/<task>`

/** The address of an object without a workspace: `<origin>/0/<segment>/<gid>`. */
export const links =
  (segment: string): LoadMany =>
  (rows: Row[], { publicUrl }: LoadContext) =>
    rows.map(({ gid }) => `${publicUrl}/0/${segment}/${gid}`)

/** The address of an object in a workspace; needs `workspace`. Without the project of a task, which not every reader can see. */
export const linksInWorkspace =
  (segment: string): LoadMany =>
  (rows, { publicUrl }) =>
    rows.map(({ gid, workspace }) => `${publicUrl}/1/${workspace}/${segment}/${gid}`)

/** The address of the project that contains an object; needs `workspace` and `project`. */
export const linksOfProject: LoadMany = (rows, { publicUrl }) =>
  rows.map(({ project, workspace }) => `${publicUrl}/1/${workspace}/project/${project}`)
