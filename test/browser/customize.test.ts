/** What people customize in a project: its fields of each type, its sections and its task templates. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { violations } from './axe.ts'
import {
  createLaunch,
  headers,
  type Launch,
  openList,
  press,
  row,
  untilEqual,
  untilSections,
  untilSent,
  untilTasks,
  untilTrue,
} from './launch.ts'
import { memberOf, userOf } from './members.ts'
import { administrator, createObject, firstOrganization, siteOfFile, skip, type Visitor } from './visitor.ts'

const site = siteOfFile()

async function openCustomize(page: Page, launch: Launch) {
  await openList(page, launch)
  await page.getByRole('button', { name: 'Customize', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Customize', exact: true })
  await dialog.waitFor()
  return dialog
}

/** Opens the dialog of a new field, and fills in its name and its type. */
async function nameField(page: Page, name: string, type: string) {
  await page.getByRole('button', { name: 'Add field', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'New field', exact: true })
  await dialog.getByRole('textbox', { name: 'Field name', exact: true }).fill(name)
  await dialog.getByRole('combobox', { name: 'Type', exact: true }).selectOption(type)
  return dialog
}

interface StoredField {
  readonly gid: string
  readonly name: string
  readonly [member: string]: unknown
}

/** The fields of a project as the API has them. */
async function fieldsOf({ context }: Visitor, { project }: Launch): Promise<StoredField[]> {
  const members = [
    'name,resource_subtype,is_formula_field,id_prefix,formula,format,precision,currency_code',
    'enum_options.name,enum_options.color,enum_options.enabled',
  ].join(',')
  const fields = members.replace(/[^,]+/g, 'custom_field.$&')
  const path = `/api/1.0/projects/${project}/custom_field_settings?opt_fields=${fields}`
  const { data } = await (await context.request.get(path, { headers })).json()
  return (data as { custom_field: StoredField }[]).map(one => one.custom_field)
}

test('a new field with options becomes a column whose values can be set', { skip }, async t => {
  const visitor = await administrator(t, site)
  const { page } = visitor
  const launch = await createLaunch(visitor, 'Fields', ['Write the brief'])
  const drawer = await openCustomize(page, launch)
  const dialog = await nameField(page, 'Urgency', 'Single choice')
  await dialog.getByRole('textbox', { name: 'Option 1', exact: true }).fill('High')
  await dialog.getByRole('textbox', { name: 'Option 2', exact: true }).fill('Low')
  await dialog.getByRole('button', { name: 'Add option', exact: true }).click()
  await dialog.getByRole('textbox', { name: 'Option 3', exact: true }).fill('None')
  await dialog.getByRole('button', { name: /^Colour of High/ }).click()
  await page.getByRole('menuitemradio', { name: 'Purple', exact: true }).click()
  await dialog.getByRole('button', { name: 'Move None up', exact: true }).click()
  assert.deepEqual(await violations(page), [])
  await dialog.getByRole('button', { name: 'Create field', exact: true }).click()
  const list = drawer.getByRole('list', { name: 'Fields', exact: true })
  await list.getByRole('button', { name: 'Urgency', exact: true }).waitFor()
  assert.deepEqual(await violations(page), [])
  const [field] = await fieldsOf(visitor, launch)
  const options = field?.enum_options as { name: string; color: string }[]
  assert.deepEqual(
    options.map(({ name }) => name),
    ['High', 'None', 'Low'],
  )
  assert.equal(options[0]?.color, 'purple')
  await drawer.getByRole('button', { name: 'Done', exact: true }).click()
  await page.getByRole('columnheader', { name: 'Urgency', exact: true }).waitFor()
  await row(page, 'Write the brief').getByRole('button', { name: 'Urgency: none', exact: true }).click()
  await page.getByRole('option', { name: 'High', exact: true }).click()
  await row(page, 'Write the brief').getByRole('button', { name: 'Urgency: High', exact: true }).waitFor()
})

test('fields of other types keep their formats, prefixes and targets', { skip }, async t => {
  const visitor = await administrator(t, site)
  const { page } = visitor
  const launch = await createLaunch(visitor, 'Types')
  const drawer = await openCustomize(page, launch)
  const list = drawer.getByRole('list', { name: 'Fields', exact: true })
  const create = async (name: string) => {
    await page.getByRole('button', { name: 'Create field', exact: true }).click()
    await list.getByRole('button', { name, exact: true }).waitFor()
  }
  const price = await nameField(page, 'Price', 'Number')
  await price.getByRole('combobox', { name: 'Format', exact: true }).selectOption('Currency')
  await price.getByRole('combobox', { name: 'Decimal places', exact: true }).selectOption('2')
  await price.getByRole('textbox', { name: 'Currency', exact: true }).fill('chf')
  await create('Price')
  const number = await nameField(page, 'Number', 'ID')
  await number.getByRole('textbox', { name: 'Prefix', exact: true }).fill('BUG')
  await create('Number')
  await nameField(page, 'Source', 'Reference')
  await create('Source')
  const total = await nameField(page, 'Total', 'Formula')
  const formula = total.getByRole('textbox', { name: 'Formula', exact: true })
  await formula.fill('{Price} *')
  await total.getByText('Position 10: expected a value, found the end').waitFor()
  await formula.fill('')
  await total.getByRole('button', { name: 'Insert Price', exact: true }).click()
  await formula.press('End')
  await formula.pressSequentially(' * 2')
  await total.getByText('Formula is valid').waitFor()
  assert.deepEqual(await violations(page), [])
  await create('Total')
  const [first, second, third, fourth] = await fieldsOf(visitor, launch)
  assert.deepEqual([first?.format, first?.precision, first?.currency_code], ['currency', 2, 'CHF'])
  assert.equal(second?.id_prefix, 'BUG')
  assert.equal(third?.resource_subtype, 'reference')
  assert.equal(fourth?.formula, `{${first?.gid}} * 2`)
})

test('a reference offers the types of objects that its field allows, and no others', { skip }, async t => {
  const visitor = await administrator(t, site)
  const { page } = visitor
  const launch = await createLaunch(visitor, 'References', ['A task'])
  const { workspace, project } = launch
  const portfolio = await createObject(visitor, '/portfolios', { workspace, name: 'References of portfolios' })
  const restrictions = { resource_subtype: 'reference', input_restrictions: ['project', 'portfolio'] }
  const field = await createObject(visitor, '/custom_fields', { workspace, name: 'Serves', ...restrictions })
  await createObject(visitor, `/projects/${project}/addCustomFieldSetting`, { custom_field: field })
  await openList(page, launch)
  await row(page, 'A task').getByRole('button', { name: 'Serves: none', exact: true }).click()
  const picker = page.getByRole('dialog', { name: 'Serves', exact: true })
  await picker.getByRole('option', { name: 'References', exact: true }).waitFor()
  await untilEqual(() => picker.getByRole('option', { name: 'A task' }).count(), 0)
  await picker.getByRole('combobox', { name: 'Serves' }).fill('portf')
  await picker.getByRole('option', { name: 'References of portfolios' }).click()
  await untilSent(page)
  const path = `/api/1.0/tasks?project=${project}&opt_fields=custom_fields.reference_value`
  await untilEqual(async () => {
    const { data } = await (await visitor.context.request.get(path, { headers })).json()
    return data[0].custom_fields[0].reference_value.map(({ gid }: { gid: string }) => gid)
  }, [portfolio])
})

test('the options of a field are edited from where one of them is chosen', { skip }, async t => {
  const visitor = await administrator(t, site)
  const { page } = visitor
  const launch = await createLaunch(visitor, 'Chosen', ['Alpha'])
  await createObject(visitor, `/projects/${launch.project}/addCustomFieldSetting`, {
    custom_field: { name: 'Weight', resource_subtype: 'enum', enum_options: [{ name: 'Light' }] },
  })
  await page.goto(`/1/${launch.workspace}/project/${launch.project}/list`)
  const cell = row(page, 'Alpha').getByRole('button', { name: 'Weight: none', exact: true })
  await cell.click()
  await page.getByRole('option', { name: 'Light', exact: true }).waitFor()
  assert.deepEqual(await violations(page), [])
  await page.getByRole('button', { name: 'Edit options', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit Weight', exact: true })
  await dialog.getByRole('button', { name: 'Add option', exact: true }).click()
  await dialog.getByRole('textbox', { name: 'Option 2', exact: true }).fill('Heavy')
  await dialog.getByRole('button', { name: 'Save', exact: true }).click()
  await dialog.waitFor({ state: 'detached' })
  await page.getByRole('dialog', { name: 'Customize', exact: true }).getByRole('button', { name: 'Done' }).click()
  await cell.click()
  await page.getByRole('option', { name: 'Heavy', exact: true }).click()
  await row(page, 'Alpha').getByRole('button', { name: 'Weight: Heavy', exact: true }).waitFor()
})

test('a field is renamed and its options are archived, and what is refused is shown', { skip }, async t => {
  const visitor = await administrator(t, site)
  const { page } = visitor
  const launch = await createLaunch(visitor, 'Edited')
  await createObject(visitor, `/projects/${launch.project}/addCustomFieldSetting`, {
    custom_field: { name: 'Stage', resource_subtype: 'enum', enum_options: [{ name: 'New' }, { name: 'Old' }] },
  })
  const drawer = await openCustomize(page, launch)
  await drawer.getByRole('button', { name: 'Stage', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit Stage', exact: true })
  const name = dialog.getByRole('textbox', { name: 'Field name', exact: true })
  await name.fill('Assignee')
  await dialog.getByRole('button', { name: 'Save', exact: true }).click()
  await dialog.getByRole('alert').getByText('is taken by a built-in property', { exact: false }).waitFor()
  await name.fill('Phase')
  await dialog.getByRole('textbox', { name: 'Option 1', exact: true }).fill('Fresh')
  await dialog.getByRole('button', { name: 'Archive Old', exact: true }).click()
  await dialog.getByRole('button', { name: 'Add option', exact: true }).click()
  await dialog.getByRole('textbox', { name: 'Option 3', exact: true }).fill('First')
  await dialog.getByRole('textbox', { name: 'Option 3', exact: true }).press('Alt+Shift+ArrowUp')
  await dialog.getByRole('button', { name: 'Save', exact: true }).click()
  await dialog.waitFor({ state: 'detached' })
  await drawer.getByRole('button', { name: 'Phase', exact: true }).waitFor()
  const [field] = await fieldsOf(visitor, launch)
  const options = field?.enum_options as { name: string; enabled: boolean }[]
  assert.deepEqual(
    options.map(({ name, enabled }) => [name, enabled]),
    [
      ['Fresh', true],
      ['First', true],
      ['Old', false],
    ],
  )
})

test('a field of the library is added and removed, and removing it is undone', { skip }, async t => {
  const visitor = await administrator(t, site)
  const { page } = visitor
  const launch = await createLaunch(visitor, 'Library')
  await createObject(visitor, '/custom_fields', {
    ...{ workspace: await firstOrganization(visitor), name: 'Customer', resource_subtype: 'text' },
  })
  const drawer = await openCustomize(page, launch)
  await page.getByRole('button', { name: 'Add field', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'New field', exact: true })
  await dialog.getByRole('radio', { name: 'From the library' }).check()
  await dialog.getByRole('searchbox', { name: 'Find a field' }).fill('cust')
  await dialog.getByRole('button', { name: 'Customer', exact: true }).click()
  const field = drawer.getByRole('button', { name: 'Customer', exact: true })
  await field.waitFor()
  await drawer.getByRole('button', { name: 'Remove Customer', exact: true }).click()
  await field.waitFor({ state: 'detached' })
  await drawer.getByRole('button', { name: 'Done', exact: true }).click()
  await page.getByRole('region', { name: 'Notices' }).getByRole('button', { name: 'Undo', exact: true }).click()
  await page.getByRole('columnheader', { name: 'Customer', exact: true }).waitFor()
  await untilEqual(async () => (await fieldsOf(visitor, launch)).map(({ name }) => name), ['Customer'])
})

test('editors do not customize a project that reserves it for its admins', { skip }, async t => {
  const host = await administrator(t, site)
  const launch = await createLaunch(host, 'Reserved')
  const { page, ...rest } = await memberOf(t, { ...site, host }, 'edi@example.com')
  const member = await userOf({ page, ...rest })
  await createObject(host, '/memberships', { parent: launch.project, member, access_level: 'editor' })
  await openList(page, launch)
  await page.getByRole('button', { name: 'Customize', exact: true }).waitFor()
  const data = { data: { minimum_access_level_for_customization: 'admin' } }
  await host.context.request.put(`/api/1.0/projects/${launch.project}`, { headers, data })
  await page.getByRole('button', { name: 'Customize', exact: true }).waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Share', exact: true }).waitFor()
})

/** The names in a list of the drawer, in their order. */
const namesIn = (drawer: Locator, list: string) =>
  drawer
    .getByRole('list', { name: list, exact: true })
    .getByRole('textbox')
    .evaluateAll(inputs => inputs.map(input => (input as unknown as { value: string }).value))

test('sections are added, renamed, ordered by keys and buttons, and deleted', { skip }, async t => {
  const visitor = await administrator(t, site)
  const { page } = visitor
  const drawer = await openCustomize(page, await createLaunch(visitor, 'Sections', ['Write the brief']))
  const sections = (...names: string[]) => untilEqual(() => namesIn(drawer, 'Sections'), names)
  await sections('To do', 'Doing')
  await drawer.getByRole('textbox', { name: 'New section' }).fill('Review')
  await press(page, 'Enter')
  await drawer.getByRole('textbox', { name: 'New section' }).fill('Done')
  await drawer.getByRole('button', { name: 'Add section', exact: true }).click()
  await sections('To do', 'Doing', 'Review', 'Done')
  assert.deepEqual(await violations(page), [])
  const doing = drawer.getByRole('textbox', { name: 'Name of Doing' })
  await doing.fill('Not this')
  await press(page, 'Escape')
  await sections('To do', 'Doing', 'Review', 'Done')
  await doing.fill('Active')
  await press(page, 'Enter')
  const active = drawer.getByRole('textbox', { name: 'Name of Active' })
  await active.waitFor()
  await press(page, 'Alt+Shift+ArrowDown')
  await sections('To do', 'Review', 'Active', 'Done')
  await untilTrue(page, `document.activeElement?.value === 'Active'`)
  await drawer.getByRole('button', { name: 'Move Done up', exact: true }).click()
  await sections('To do', 'Review', 'Done', 'Active')
  await drawer.getByRole('button', { name: 'Delete To do', exact: true }).click()
  const dialog = page.getByRole('alertdialog', { name: 'Delete section' })
  await dialog.getByText('Its task moves to another section').waitFor()
  await dialog.getByRole('combobox', { name: 'Move its tasks to' }).selectOption('Review')
  await dialog.getByRole('button', { name: 'Delete section', exact: true }).click()
  await sections('Review', 'Done', 'Active')
  await drawer.getByRole('button', { name: 'Done', exact: true }).click()
  await untilSections(page, ['Review', 'Done', 'Active'])
  await untilTasks(page, ['Write the brief'])
  await untilSent(page)
  await page.reload()
  await untilSections(page, ['Review', 'Done', 'Active'])
})

test('task templates are added, renamed and deleted, and deleting one is undone', { skip }, async t => {
  const visitor = await administrator(t, site)
  const { page } = visitor
  const drawer = await openCustomize(page, await createLaunch(visitor, 'Templates'))
  const templates = (...names: string[]) => untilEqual(() => namesIn(drawer, 'Task templates'), names)
  await drawer.getByText('A template is a task that this project needs again and again').waitFor()
  for (const name of ['Interview', 'Offer']) {
    await drawer.getByRole('textbox', { name: 'New template' }).fill(name)
    await press(page, 'Enter')
    await drawer.getByRole('textbox', { name: `Name of ${name}` }).waitFor()
  }
  await templates('Interview', 'Offer')
  await drawer.getByRole('textbox', { name: 'Name of Interview' }).fill('First interview')
  await press(page, 'Enter')
  await templates('First interview', 'Offer')
  assert.deepEqual(await violations(page), [])
  await drawer.getByRole('button', { name: 'Delete Offer', exact: true }).click()
  await templates('First interview')
  await drawer.getByRole('button', { name: 'Done', exact: true }).click()
  const notices = page.getByRole('region', { name: 'Notices' })
  await notices.getByText('Moved to trash').waitFor()
  await notices.getByRole('button', { name: 'Undo', exact: true }).click()
  await page.getByRole('button', { name: 'Customize', exact: true }).click()
  await templates('First interview', 'Offer')
  await drawer.getByRole('button', { name: 'Create a task from Offer', exact: true }).click()
  await notices.getByText('Task created').waitFor()
  await untilTasks(page, ['Offer'])
  await notices.getByRole('link', { name: 'Open' }).click()
  await page.getByRole('complementary', { name: 'Offer' }).waitFor()
})

test('a touch screen shows no tooltip over a button that gets the focus', { skip }, async t => {
  const phone = { viewport: { width: 390, height: 800 }, hasTouch: true, isMobile: true }
  const visitor = await administrator(t, site, phone)
  const launch = await createLaunch(visitor, 'Launch')
  const { page } = visitor
  const dialog = await openCustomize(page, launch)
  await dialog.getByRole('textbox', { name: 'New section', exact: true }).tap()
  // The keyboard on the screen has keys for the next and the previous field.
  await press(page, 'Shift+Tab')
  const button = dialog.getByRole('button', { name: 'Delete Doing', exact: true })
  assert.equal(await button.evaluate(one => one.matches(':focus-visible')), true)
  await page.waitForTimeout(TOOLTIP_MS)
  assert.equal(await page.getByRole('tooltip').count(), 0)
})

/** Time in which the part of the page with the tooltips is loaded and drawn. */
const TOOLTIP_MS = 1000
