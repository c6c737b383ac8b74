/** Templates of projects, and the jobs that make projects of them. */
import { queryOptions } from '@tanstack/react-query'
import { call, callPage, type ListPage } from './call.ts'
import type { RequestedJob } from './jobs.ts'
import { readQuery } from './queries.ts'
import type { Gid } from './records.ts'
import type { NamedObject } from './types.ts'

export interface ProjectTemplate extends NamedObject {
  readonly description: string
  readonly color: string | null
  readonly public: boolean
  readonly team: NamedObject | null
  readonly owner: NamedObject | null
  readonly requested_dates: readonly { readonly gid: Gid; readonly name: string; readonly description: string }[]
  readonly requested_roles: readonly NamedObject[]
}

const API = '/api/1.0'
const FIELDS = 'name,description,color,public,team.name,owner.name,requested_dates,requested_roles'
const PAGE_TEMPLATES = 100
/** More templates are not listed. */
const MAX_PAGES = 10

async function readTemplates(path: string): Promise<ProjectTemplate[]> {
  const templates: ProjectTemplate[] = []
  let offset: string | null = null
  let pages = 0
  do {
    const page: ListPage<ProjectTemplate> = await callPage<ProjectTemplate>(
      `${API}${path}limit=${PAGE_TEMPLATES}&opt_fields=${FIELDS}`,
      offset,
    )
    templates.push(...page.items)
    offset = page.next
  } while (offset && ++pages < MAX_PAGES)
  return templates.toSorted((a, b) => a.name.localeCompare(b.name))
}

export const templatesQuery = (workspace: Gid) =>
  queryOptions({
    queryKey: ['objects', 'project_templates', workspace],
    queryFn: () => readTemplates(`/project_templates?workspace=${workspace}&`),
  })

export const templatesOfTeam = (team: Gid) =>
  queryOptions({
    queryKey: ['objects', 'team', team, 'templates'],
    queryFn: () => readTemplates(`/teams/${team}/project_templates?`),
  })

/** The teams of the person. A workspace that is no organization has none. */
export const ownTeamsQuery = (workspace: Gid) =>
  readQuery<NamedObject[]>(['teams', workspace], `${API}/users/me/teams?organization=${workspace}&limit=100`)

export interface TemplateUse {
  readonly name: string
  readonly team: Gid | null
  readonly privacy_setting: string
  /** Days and people by the gid of what the template requests. */
  readonly dates: Readonly<Record<Gid, string>>
  readonly roles: Readonly<Record<Gid, Gid>>
}

const valuesOf = (given: Readonly<Record<Gid, string>>) =>
  Object.entries(given).flatMap(([gid, value]) => (value ? [{ gid, value }] : []))

export const instantiate = (template: Gid, { name, team, privacy_setting, dates, roles }: TemplateUse) =>
  call<RequestedJob>('POST', `${API}/project_templates/${template}/instantiateProject`, {
    ...{ name, privacy_setting, requested_dates: valuesOf(dates), requested_roles: valuesOf(roles) },
    ...(team && { team }),
  })

export const deleteTemplate = (template: Gid): Promise<unknown> =>
  call('DELETE', `${API}/project_templates/${template}`)
