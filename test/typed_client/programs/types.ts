/** Types of results: each line compiles, or fails where `@ts-expect-error` says so. Nothing here runs. */
import {
  type Compact,
  type Full,
  type Path,
  type Project,
  type Selected,
  type Task,
  verifyWebhook,
  Workloom,
  WorkloomError,
  webhookHandshake,
} from 'workloom/client'

type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false
const same = <A, B>(_: Same<A, B>) => undefined
const gid = '1201'
const token = async () => 'token'
const controller = new AbortController()
const w = new Workloom({ url: 'https://app.asana.com/api/1.0', token, retries: 5, signal: controller.signal })

export async function selected() {
  const t = await w.getTask(gid, {
    opt_fields: ['name', 'assignee.name', 'memberships.section.name', 'assignee_section'],
  })
  same<typeof t.name, string>(true)
  same<typeof t.gid, string>(true)
  // A reference may be invisible to the caller.
  same<typeof t.assignee, { gid: string; name: string } | null>(true)
  // @ts-expect-error: it may be null
  t.assignee.name
  same<(typeof t.memberships)[number]['section'], { gid: string; name: string } | null>(true)
  // A reference without a path below it has gid and type.
  same<typeof t.assignee_section, { gid: string; resource_type: 'section' } | null | undefined>(true)
  // @ts-expect-error: not selected
  t.notes
  // @ts-expect-error: not selected below a reference
  t.assignee?.email
  // @ts-expect-error: the type is only there if it is selected
  t.resource_type
}

export async function misspelt() {
  // @ts-expect-error: there is no such member
  await w.getTask(gid, { opt_fields: ['nmae'] })
  // @ts-expect-error: nor below a reference
  await w.getTask(gid, { opt_fields: ['assignee.nmae'] })
  // @ts-expect-error: nor as the third one
  await w.getTask(gid, { opt_fields: ['memberships.section.nmae'] })
  // @ts-expect-error: a plain value has no members
  await w.getTask(gid, { opt_fields: ['name.length'] })
  // The fourth member is not checked, and its result is typed if it exists.
  const deep = await w.getTask(gid, { opt_fields: ['memberships.project.owner.email', 'parent.parent.parent.nmae'] })
  same<NonNullable<NonNullable<(typeof deep.memberships)[number]['project']>['owner']>['email'], string>(true)
  // @ts-expect-error: there is no such operation
  w.getTaks
}

export async function forms() {
  const whole = await w.getTask(gid)
  same<typeof whole, Full<Task>>(true)
  same<typeof whole.notes, string>(true)
  same<typeof whole.assignee, { gid: string; resource_type: 'user'; name: string } | null>(true)
  // @ts-expect-error: shown only when `opt_fields` names it
  whole.html_notes
  // @ts-expect-error: references have their compact form
  whole.parent?.notes
  const [listed] = await w.getTasks({ project: gid }).all({ most: 1 })
  same<typeof listed, Compact<Task> | undefined>(true)
  // @ts-expect-error: lists have the compact form
  listed?.notes
  const project: Selected<Project, 'name' | 'team.name'> = await w.getProject(gid, {
    opt_fields: ['name', 'team.name'],
  })
  same<typeof project.name, string>(true)
}

export async function inputs() {
  const made = await w.createTask({ data: { name: 'x', workspace: gid, due_on: null } })
  same<typeof made, Full<Task>>(true)
  // @ts-expect-error: a name is a text
  await w.createTask({ data: { name: 1 } })
  // @ts-expect-error: there is no such member
  await w.createTask({ data: { nmae: 'x' } })
  // @ts-expect-error: the target is required
  await w.createWebhook({ data: { resource: gid } })
  // @ts-expect-error: the workspace is required
  w.getFavoritesForUser('me', {})
  // @ts-expect-error: one of the choices
  await w.updateTask(gid, { data: { approval_status: 'maybe' } })
  // @ts-expect-error: the path has one parameter
  await w.getUserForWorkspace(gid)
  same<Awaited<ReturnType<typeof w.deleteTask>>, void>(true)
  await w.createAttachmentForTask(gid, { data: { file: new File(['x'], 'x.txt') } })
  w.searchTasksForWorkspace(gid, { 'projects.any': [gid], 'custom_fields.1.value': 7, completed: false })
  const { data, 'X-Hook-Secret': secret } = await w.createWebhook({ data: { resource: gid, target: 'https://x.org' } })
  same<typeof secret, string>(true)
  same<typeof data.active, boolean>(true)
}

export async function undefinedInputs(sync: string | undefined, project: string | undefined, completed?: boolean) {
  w.events(gid, { sync })
  w.getTasks({ project, opt_fields: completed ? ['name'] : undefined })
  await w.updateTask(gid, { data: { completed } }, { signal: undefined })
  // @ts-expect-error: a required member
  await w.createWebhook({ data: { resource: project, target: 'https://example.com' } })
}

export async function lists() {
  const list = w.getTasks({ project: gid, opt_fields: ['name', 'completed'], limit: 10 })
  for await (const task of list) same<typeof task, { gid: string; name: string; completed: boolean }>(true)
  const { data, next_page } = await list.page()
  same<typeof data, { gid: string; name: string; completed: boolean }[]>(true)
  same<string | undefined, NonNullable<typeof next_page>['offset'] | undefined>(true)
  for await (const event of w.events(gid, { sync: 'x', onResync: async sync => sync.length })) {
    same<typeof event.action, string>(true)
    if (event.resource?.resource_type === 'task') same<typeof event.resource.name, string>(true)
    break
  }
  for await (const { action } of w.events(gid, { opt_fields: ['action', 'resource.name'] }))
    same<typeof action, string>(true)
  const { sync, has_more } = await w.getEvents({ resource: gid, sync: 'x' })
  same<[typeof sync, typeof has_more], [string, boolean]>(true)
  for await (const found of w.typeaheadForWorkspace(gid, { resource_type: 'user', opt_fields: ['name'] })) {
    same<typeof found.name, string>(true)
  }
}

export async function others(request: Request, error: unknown) {
  const paths: Path<Task>[] = ['name', 'assignee.name']
  await w.getTask(gid, { opt_fields: paths }, { signal: AbortSignal.timeout(1000) })
  const { data } = await w.request<{ gid: string }[]>('GET', '/tasks', { query: { project: gid } })
  same<typeof data, { gid: string }[]>(true)
  const handshake = webhookHandshake(request)
  if (handshake) return handshake.response
  const isValid: boolean = await verifyWebhook(
    'secret',
    await request.arrayBuffer(),
    request.headers.get('x-hook-signature'),
  )
  if (error instanceof WorkloomError) same<typeof error.retryAfter, number | null>(true)
  return isValid
}
