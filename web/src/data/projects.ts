/**
 * The projects and favorites of a workspace: queries that name them in order, while the records hold their members. And
 * the verbs of projects.
 */
import { queryOptions } from '@tanstack/react-query'
import type { Cache } from './cache.ts'
import { call, callPage } from './call.ts'
import { flatten } from './fields.ts'
import type { Step } from './outbox.ts'
import type { Gid, Patch } from './records.ts'

/** More projects are found by search. */
const MAX_LISTED_PROJECTS = 1000
const PAGE_PROJECTS = 100
const FIELDS = 'name,color,icon,archived,team.name,default_view,privacy_setting'

/** The projects of a workspace that are in use, or those that are archived. */
export const projectsQuery = ({ workspace, records }: Cache, isArchived = false) =>
  queryOptions({
    queryKey: ['projects', workspace, isArchived],
    queryFn: async () => {
      const path = `/api/1.0/workspaces/${workspace}/projects?archived=${isArchived}&limit=${PAGE_PROJECTS}&opt_fields=${FIELDS}`
      const gids: Gid[] = []
      let offset: string | null = null
      do {
        const page: { items: { gid: Gid; name: string }[]; next: string | null } = await callPage(path, offset)
        records.confirm(page.items.flatMap(item => flatten(item, 'project')))
        gids.push(...page.items.map(({ gid }) => gid))
        offset = page.next
      } while (offset && gids.length < MAX_LISTED_PROJECTS)
      return gids
    },
  })

export interface Favorite {
  readonly gid: Gid
  readonly resource_type: string
  readonly name: string
}

export const favoritesQuery = (workspace: Gid) =>
  queryOptions({
    queryKey: ['favorites', workspace],
    queryFn: () => call<readonly Favorite[]>('GET', `/-/favorites?workspace=${workspace}`),
  })

/** Makes an object a favorite, the last one. */
export const addFavorite = (gid: Gid) => call('PUT', `/-/favorites/${gid}`, {})

export const removeFavorite = (gid: Gid) => call('DELETE', `/-/favorites/${gid}`)

/** Moves a favorite after another one; null makes it the first. */
export const moveFavorite = (gid: Gid, after: Gid | null) => call('PUT', `/-/favorites/${gid}`, { insert_after: after })

/** Deletes a project: it goes to the trash, from where undoing restores it. */
export function deleteProject({ records }: Cache, project: Gid): Step {
  const record = records.get(project)
  const restored: Patch[] = record ? [{ gid: project, members: record }] : []
  return {
    subject: project,
    patches: [{ gid: project, members: null }],
    call: { method: 'DELETE', path: `/api/1.0/projects/${project}` },
    inverse: { subject: project, patches: restored, call: { method: 'POST', path: `/-/trash/${project}/restore` } },
  }
}
