/**
 * Rich texts that several people edit: a text is written only if it is still the one that the page has edited. The
 * operation of the API writes it, with its rights, validation, stories and events.
 */
import { ApiError, notFound, type Topic, textChanged } from '../../../lib/errors.ts'
import { type Profile, parseRichText, plainToRich } from '../../../lib/rich_text.ts'
import { findForUpdate } from '../../../store/change.ts'
import type { Writer } from '../../../store/db.ts'
import { type TextField, type TextType, textTypes, typeWithText } from '../../../store/queries/pages/texts.ts'
import { oneOf, text } from '../../../vocabulary/field.ts'
import { MAX_BODY_BYTES } from '../../edge/request_body.ts'
import { type ConsoleRoute, type SessionCall, sessionRoute } from '../route.ts'

const operationIds: Record<TextType, string> = {
  task: 'updateTask',
  project: 'updateProject',
  goal: 'updateGoal',
  story: 'updateStory',
  project_brief: 'updateProjectBrief',
}

const profileOf = (type: TextType): Profile => (type === 'story' ? 'text' : 'task')

/** The stored text in its canonical form. The row stays locked. */
async function lockText(tx: Writer, type: TextType, gid: number): Promise<string> {
  switch (type) {
    case 'task':
      return richIn(await findForUpdate(tx, 'tasks', { gid }))
    case 'project':
      return richIn(await findForUpdate(tx, 'projects', { gid }))
    case 'goal':
      return richIn(await findForUpdate(tx, 'goals', { gid }))
    case 'story':
      return richIn(await findForUpdate(tx, 'stories', { gid }))
    case 'project_brief':
      return richIn(await findForUpdate(tx, 'project_briefs', { gid }))
  }
}

/** The columns of a row with a text in both forms. */
type TextRow = { notes: string; html_notes: string | null } | { text: string; html_text: string | null }

function richIn(row: TextRow | undefined): string {
  if (row === undefined) return EMPTY
  const [plain, rich] = 'notes' in row ? [row.notes, row.html_notes] : [row.text, row.html_text]
  return rich ?? plainToRich(plain)
}

const EMPTY = plainToRich('')

/** The canonical form of a text: names and addresses of links are not part of it. */
const canonical = (xml: string, field: TextField, profile: Profile): string =>
  xml === '' ? EMPTY : parseRichText(field, xml, profile)

/** The topics of errors about an object that the caller cannot see, or that is in the trash. */
const HIDDEN: readonly Topic[] = ['not-found', 'deleted-object']

/** Thrown to roll the write back. */
class TextChanged extends Error {}

type TextCall = SessionCall<{ field: TextField; base: string; value: string }>

async function writeText(call: TextCall): Promise<string> {
  const { actor, path, body, client, console } = call
  const { store, operations } = console
  const { field, base, value } = body
  const { object_gid: gid = 0 } = path
  const type = await typeWithText(store.read, field, gid)
  if (type === undefined) throw notFound('object', gid)
  const written = await store.write(
    async tx => {
      const before = canonical(await lockText(tx, type, gid), field, profileOf(type))
      const input = { id: operationIds[type], path: { [`${type}_gid`]: String(gid) }, body: { [field]: value } }
      // Rights come before all else: whether the text has changed is shown only to a caller who can write it.
      const check = await operations.perform(tx, actor, input)
      if (before !== canonical(base, field, profileOf(type))) throw new TextChanged()
      return { check, shown: await operations.show(tx, actor, type, gid, field, client.origin) }
    },
    undefined,
    async (value, committed) => {
      await value.check(committed)
      return value
    },
  )
  return textIn(written.shown, field)
}

const textIn = (shown: unknown, field: TextField): string => String((shown as Record<string, unknown>)[field])

/** The current text, for a page that has edited an older one. */
async function currentText({ actor, path, body, client, console }: TextCall): Promise<unknown> {
  const { field } = body
  const { object_gid: gid = 0 } = path
  const type = await typeWithText(console.store.read, field, gid)
  const shown = type && (await console.operations.show(console.store.read, actor, type, gid, field, client.origin))
  return shown === undefined ? undefined : textIn(shown, field)
}

async function execute(call: TextCall) {
  try {
    return { data: { value: await writeText(call) } }
  } catch (error) {
    const { object_gid: gid = 0 } = call.path
    // An invisible object must not differ from one that does not exist, and its type is unknown to the caller.
    if (error instanceof ApiError && HIDDEN.includes(error.topic)) throw notFound('object', gid)
    if (!(error instanceof TextChanged)) throw error
    const value = await currentText(call)
    throw value === undefined ? notFound('object', gid) : textChanged(value)
  }
}

export const routes: ConsoleRoute[] = [
  sessionRoute('PUT', '/texts/:object_gid', {
    doc:
      'Write the rich text of a task, project or goal (`html_notes`), or of a comment or project brief (`html_text`), ' +
      'as the API does, if it is still `base`. Otherwise 409 with the current `value`, and nothing is written.',
    maxBodyBytes: MAX_BODY_BYTES,
    body: {
      field: oneOf(Object.keys(textTypes) as TextField[], { required: true, doc: 'The field with the text.' }),
      base: text({
        required: true,
        doc: 'The text that the page has edited, as the API showed it; empty for no text.',
      }),
      value: text({ required: true, doc: 'The new text.' }),
    },
    execute,
  }),
]
