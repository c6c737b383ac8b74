import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ok } from '../../../../test/harness/sample.ts'
import { signedIn } from '../../../../test/harness/sign_in/console.ts'
import { makeProject } from '../../../../test/harness/work.ts'
import { type Answer, type Json, world } from '../../../../test/harness/world.ts'
import { update } from '../../../store/change.ts'

/** A private project with an admin, two editors, a viewer and a guest who edits it, each in a browser. */
async function office() {
  const home = await world()
  const { ann, ben, person } = home
  const [editor, second, viewer] = [await person('Edi'), await person('Eva'), await person('Vie')]
  const guest = await person('Gus', { is_guest: true })
  const { gid: project } = await makeProject(home, {
    members: [
      [ann, 'admin'],
      [editor, 'editor'],
      [second, 'editor'],
      [viewer, 'viewer'],
      [guest, 'editor'],
    ],
  })
  const people = { admin: ann, editor, second, viewer, guest, stranger: ben }
  const visitors = Object.fromEntries(
    await Promise.all(Object.entries(people).map(async ([name, who]) => [name, await signedIn(home, who)] as const)),
  ) as Record<keyof typeof people, Awaited<ReturnType<typeof signedIn>>>
  const make = async (body: Json = {}) =>
    (await ok(visitors.editor.post('/custom_types', { project, name: 'Bug', ...body }))).data
  return { ...home, ...visitors, project, make }
}

const statusAndText = ({ status, message }: Answer) => [status, message]
const names = (type: Json): string[] => type.status_options.map(({ name }: Json) => name)

test('an editor of a project creates a custom type, with one status for each completion state', async () => {
  const { ann, editor, project } = await office()
  const made = await editor.post('/custom_types', { project, name: ' Bug ' })
  assert.equal(made.status, 201)
  const { gid, status_options, ...rest } = made.data
  assert.deepEqual(rest, { name: 'Bug', project })
  assert.deepEqual(
    status_options.map(({ gid, ...option }: Json) => option),
    [
      { name: 'Incomplete', completion_state: 'Incomplete', color: 'none', enabled: true },
      { name: 'Complete', completion_state: 'Complete', color: 'none', enabled: true },
    ],
  )
  const shown = (await ok(ann.get(`/custom_types/${gid}?opt_fields=name,status_options`))).data
  assert.deepEqual([shown.name, names(shown)], ['Bug', ['Incomplete', 'Complete']])
})

test('an invalid custom type is refused', async () => {
  const { editor, project } = await office()
  const refused = async (body: Json) =>
    statusAndText(await editor.post('/custom_types', { project, name: 'Bug', ...body }))
  const open = { name: 'New', completion_state: 'Incomplete' }
  assert.deepEqual(await refused({ name: ' ' }), [400, 'name: Missing input'])
  assert.deepEqual(await refused({ project: '7' }), [400, 'project: Not a recognized ID: 7'])
  const lacking = 'status_options: At least one option must have the completion state Complete'
  assert.deepEqual(await refused({ status_options: [open] }), [400, lacking])
  assert.deepEqual(await refused({ status_options: [open, { ...open, name: '' }] }), [400, lacking])
  const blank = { name: ' ', completion_state: 'Complete' }
  assert.deepEqual(await refused({ status_options: [open, blank] }), [400, 'status_options: [1]: name: Missing input'])
  const state = 'status_options: [0]: completion_state: Not a recognized value: open'
  assert.deepEqual(await refused({ status_options: [{ name: 'New', completion_state: 'open' }] }), [400, state])
  const many = Array.from({ length: 101 }, () => open)
  const tooMany = 'A custom type can have at most 100 status options'
  assert.deepEqual(await refused({ status_options: many }), [400, tooMany])
})

test('only editors who are no guests create and change custom types', async () => {
  const { admin, editor, viewer, guest, stranger, project, make } = await office()
  const { gid, status_options } = await make()
  const option = `/custom_type_status_options/${status_options[0].gid}`
  const attempts = async (who: typeof admin) => {
    const answers = [
      await who.post('/custom_types', { project, name: 'Mine' }),
      await who.put(`/custom_types/${gid}`, { name: 'Mine' }),
      await who.post(`/custom_types/${gid}/status_options`, { name: 'Mine', completion_state: 'Complete' }),
      await who.put(option, { name: 'Mine' }),
    ]
    return answers.map(({ status }) => status)
  }
  assert.deepEqual(await attempts(viewer), [403, 403, 403, 403])
  assert.deepEqual(await attempts(guest), [403, 403, 403, 403])
  assert.deepEqual(await attempts(stranger), [400, 404, 404, 404])
  assert.deepEqual(await attempts(editor), [201, 200, 201, 200])
  assert.equal((await stranger.delete(`/custom_types/${gid}`)).status, 404)
})

test('a project that only admins customize reserves its custom types for them', async () => {
  const { admin, editor, project, make, store } = await office()
  const { gid } = await make()
  const columns = { minimum_access_level_for_customization: 'admin' }
  await store.write(tx => update(tx, 'projects', { gid: Number(project) }, columns))
  assert.equal((await editor.post('/custom_types', { project, name: 'Mine' })).status, 403)
  assert.equal((await editor.put(`/custom_types/${gid}`, { name: 'Mine' })).status, 403)
  assert.equal((await editor.delete(`/custom_types/${gid}`)).status, 403)
  assert.equal((await ok(admin.put(`/custom_types/${gid}`, { name: 'Defect' }))).data.name, 'Defect')
})

test('the creator and admins delete a custom type, and it is restored from the trash', async () => {
  const { ann, workspace, admin, editor, second, make } = await office()
  const { gid } = await make()
  assert.equal((await second.delete(`/custom_types/${gid}`)).status, 403)
  assert.deepEqual((await editor.delete(`/custom_types/${gid}`)).body, { data: {} })
  assert.equal((await editor.delete(`/custom_types/${gid}`)).status, 404)
  assert.equal((await editor.put(`/custom_types/${gid}`, { name: 'New' })).status, 404)
  await ok(admin.post(`/organizations/${workspace}/trash/${gid}/restore`))
  assert.equal((await ok(ann.get(`/custom_types/${gid}`))).data.name, 'Bug')
  await ok(admin.delete(`/custom_types/${gid}`))
})

test('a status is added, renamed, coloured and moved', async () => {
  const { editor, make } = await office()
  const { gid, status_options } = await make()
  const [first, last] = status_options.map((option: Json) => option.gid)
  const path = `/custom_types/${gid}/status_options`
  const added = await editor.post(path, { name: 'Doing', completion_state: 'Incomplete', insert_before: last })
  assert.equal(added.status, 201)
  assert.deepEqual(names(added.data), ['Incomplete', 'Doing', 'Complete'])
  const doing = added.data.status_options[1].gid
  const changed = { name: 'Working', color: 'green', insert_after: last }
  const { data } = await ok(editor.put(`/custom_type_status_options/${doing}`, changed))
  const working = { gid: doing, name: 'Working', completion_state: 'Incomplete', color: 'green', enabled: true }
  assert.deepEqual([names(data), data.status_options[2]], [['Incomplete', 'Complete', 'Working'], working])
  const both = await editor.put(`/custom_type_status_options/${doing}`, { insert_before: first, insert_after: last })
  assert.deepEqual(statusAndText(both), [400, 'You may only provide one of insert_before or insert_after!'])
  for (const wrong of ['7', 'x', gid]) {
    const answer = await editor.put(`/custom_type_status_options/${doing}`, { insert_before: wrong })
    assert.deepEqual(statusAndText(answer), [400, `insert_before: Not a recognized ID: ${wrong}`])
  }
})

test('a disabled status stays on its tasks, and the last enabled one of a state cannot be disabled', async () => {
  const { ann, editor, project, make } = await office()
  const { gid, status_options } = await make()
  const [open, done] = status_options.map((option: Json) => option.gid)
  const task = await ann.create('/tasks', { projects: [project], resource_subtype: 'custom', custom_type: gid })
  const disable = (option: string) => editor.put(`/custom_type_status_options/${option}`, { enabled: false })
  assert.deepEqual(statusAndText(await disable(open)), [400, 'enabled: The last Incomplete option cannot be disabled'])
  assert.deepEqual(statusAndText(await disable(done)), [400, 'enabled: The last Complete option cannot be disabled'])
  await ok(editor.post(`/custom_types/${gid}/status_options`, { name: 'Doing', completion_state: 'Incomplete' }))
  assert.equal((await ok(disable(open))).data.status_options[0].enabled, false)
  const put = (body: Json) => ann.put(`/tasks/${task}?opt_fields=custom_type_status_option.name`, body)
  assert.equal((await ok(put({ name: 'Same' }))).data.custom_type_status_option.name, 'Incomplete')
  assert.equal((await ok(put({ custom_type_status_option: open }))).data.custom_type_status_option.name, 'Incomplete')
  await ok(put({ completed: true }))
  assert.equal((await ok(put({ completed: false }))).data.custom_type_status_option.name, 'Doing')
  const refused = await put({ custom_type_status_option: open })
  assert.deepEqual(statusAndText(refused), [400, 'custom_type_status_option: This status is disabled'])
})
