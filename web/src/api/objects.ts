/** Objects of the API, as their read-only pages show them. Their keys begin with `objects`: live pages fetch them again. */
import { queryOptions } from '@tanstack/react-query'
import { call, callPage } from './call.ts'
import type { NamedObject, Project, Tag, Task, TaskSummary, Team } from './types.ts'

const one = <T>(path: string, fields: string) =>
  queryOptions({ queryKey: ['objects', path], queryFn: () => call<T>('GET', `/api/1.0${path}?opt_fields=${fields}`) })

const part = <T>(path: string, fields: string) =>
  queryOptions({
    queryKey: ['objects', path],
    queryFn: () => callPage<T>(`/api/1.0${path}?opt_fields=${fields}&limit=100`, null),
  })

const DATES = 'start_on,due_on,completed'
const SUMMARY = 'name,completed,due_on,assignee.name,memberships.section.gid'

export const task = (gid: string) =>
  one<Task>(
    `/tasks/${gid}`,
    `name,resource_subtype,notes,${DATES},due_at,completed_at,assignee.name,parent.name,tags.name,workspace.gid,` +
      'memberships.project.name,memberships.section.name',
  )

export const subtasks = (gid: string) => part<TaskSummary>(`/tasks/${gid}/subtasks`, SUMMARY)

export const project = (gid: string) =>
  one<Project>(
    `/projects/${gid}`,
    `name,notes,${DATES},archived,privacy_setting,owner.name,team.name,members.name,workspace.gid`,
  )

export const sections = (gid: string) => part<NamedObject>(`/projects/${gid}/sections`, 'name')
export const projectTasks = (gid: string) => part<TaskSummary>(`/projects/${gid}/tasks`, SUMMARY)

export const tag = (gid: string) => one<Tag>(`/tags/${gid}`, 'name,notes,color,workspace.gid')
export const tagTasks = (gid: string) => part<TaskSummary>(`/tags/${gid}/tasks`, SUMMARY)

export const team = (gid: string) => one<Team>(`/teams/${gid}`, 'name,description,organization.name')
export const teamProjects = (gid: string) => part<NamedObject>(`/teams/${gid}/projects`, 'name')
