/** The steps of people on the rich text page of the gallery. */
import type { TestContext } from 'node:test'
import type { Page } from 'playwright-core'
import type { galleryOfFile } from './gallery.ts'
import { untilEqual } from './launch.ts'

type Gallery = ReturnType<typeof galleryOfFile>

export const body = (content: string) => `<body>${content}</body>`
export const box = (page: Page) => page.getByRole('textbox', { name: /^(?:Description|Comment)$/ })
export const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
export const read = async (page: Page) => (await page.getByTestId('value').textContent()) ?? ''
export const events = async (page: Page) => ((await page.getByTestId('events').textContent()) ?? '').split('\n')
export const keys = async (page: Page, ...all: string[]) => {
  for (const key of all) await page.keyboard.press(key)
}

type Parameters = Record<string, string>

/** Opens the page with a text that is not edited yet. */
export const open = (t: TestContext, gallery: Gallery, parameters: Parameters = {}): Promise<Page> =>
  gallery(t, `rich_text&${new URLSearchParams(parameters)}`)

/** Opens the page with the editor loaded and the caret at the end. */
export async function edit(t: TestContext, gallery: Gallery, value = '', parameters: Parameters = {}): Promise<Page> {
  const page = await open(t, gallery, { value: value === '' ? '' : body(value), ...parameters })
  await box(page).focus()
  await page.getByRole('toolbar', { name: 'Formatting' }).waitFor()
  return page
}

/** Pastes as a page or a program would have copied it; a text in `file` is the name of a file. */
export async function paste(page: Page, contents: Record<string, string>): Promise<void> {
  const run = `
    const clipboardData = new DataTransfer()
    for (const [type, text] of Object.entries(${JSON.stringify(contents)})) {
      if (type === 'file') clipboardData.items.add(new File(['x'], text, { type: 'image/png' }))
      else clipboardData.setData(type, text)
    }
    document
      .querySelector('[role="textbox"]')
      .dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))`
  await page.evaluate(`{${run}}`)
}

export const hasFocus = (page: Page) => page.evaluate<boolean>(`document.activeElement.matches('[role="textbox"]')`)

export const becomes = (page: Page, content: string): Promise<void> => untilEqual(() => read(page), body(content))
