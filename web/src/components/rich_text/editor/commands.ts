/** What the toolbar, the keys and the block menu do: each action once, with its name, its key and its state. */
import { lift, setBlockType, toggleMark, wrapIn } from 'prosemirror-commands'
import type { Attrs, Node, NodeType, ResolvedPos, Schema } from 'prosemirror-model'
import { liftListItem, wrapInList } from 'prosemirror-schema-list'
import { AllSelection, type Command, type EditorState, Selection, TextSelection } from 'prosemirror-state'
import { addColumnAfter, addRowAfter, deleteColumn, deleteRow, deleteTable, isInTable } from 'prosemirror-tables'
import { isAddress } from '../xml.ts'

export interface EditorAction {
  readonly name: string
  /** Keys in the notation of prosemirror-keymap. */
  readonly keys?: string
  readonly run: Command
  readonly isActive: (state: EditorState) => boolean
}

/** The node of a type that contains the selection, from the inside. */
function enclosing({ selection: { $from } }: EditorState, isWanted: (node: Node) => boolean): Depth | undefined {
  for (let depth = $from.depth; depth > 0; depth--) {
    const node = $from.node(depth)
    if (isWanted(node)) return { node, depth, $from }
  }
  return undefined
}

interface Depth {
  readonly node: Node
  readonly depth: number
  readonly $from: ResolvedPos
}

const isList = ({ type }: Node) => type.name === 'bulleted_list' || type.name === 'numbered_list'

function markAction(name: string, mark: string, keys: string, schema: Schema): EditorAction {
  const type = schema.marks[mark]
  if (!type) throw new Error(`no mark ${mark}`)
  const isActive = ({ doc, storedMarks, selection: { $from, from, to, empty } }: EditorState) =>
    empty ? Boolean(type.isInSet(storedMarks ?? $from.marks())) : doc.rangeHasMark(from, to, type)
  return { name, keys, run: toggleMark(type, null, { removeWhenPresent: true }), isActive }
}

function blockAction(
  name: string,
  block: string,
  keys: string | undefined,
  schema: Schema,
  attrs?: Attrs,
): EditorAction[] {
  const type = schema.nodes[block]
  const paragraph = schema.nodes.paragraph
  if (!type || !paragraph) return []
  const isActive = (state: EditorState) =>
    state.selection.$from.parent.hasMarkup(type, { ...state.selection.$from.parent.attrs, ...attrs })
  const run: Command = (state, dispatch) =>
    setBlockType(isActive(state) ? paragraph : type, isActive(state) ? null : (attrs ?? null))(state, dispatch)
  return [{ name, ...(keys ? { keys } : {}), run, isActive }]
}

/** Lists change their type in place; in a list of the same type, the item leaves the list. */
function listAction(name: string, list: string, keys: string, schema: Schema): EditorAction {
  const type = schema.nodes[list] as NodeType
  const item = schema.nodes.list_item as NodeType
  const isActive = (state: EditorState) => enclosing(state, isList)?.node.type === type
  const run: Command = (state, dispatch) => {
    const found = enclosing(state, isList)
    if (found?.node.type === type) return liftListItem(item)(state, dispatch)
    if (!found) return asParagraphs(wrapInList(type))(state, dispatch)
    dispatch?.(state.tr.setNodeMarkup(found.$from.before(found.depth), type))
    return true
  }
  return { name, keys, run, isActive }
}

/** A command on the selected blocks, of which headings and code become paragraphs first. */
function asParagraphs(command: Command): Command {
  return (state, dispatch) => {
    if (command(state, dispatch)) return true
    const { tr, schema } = state
    const { from, to } = state.selection
    tr.setBlockType(from, to, schema.nodes.paragraph as NodeType)
    return command(state.apply(tr), dispatch && (next => dispatch(append(tr, next))))
  }
}

function append<T extends { steps: readonly unknown[]; step(step: never): unknown }>(tr: T, next: T): T {
  for (const step of next.steps) tr.step(step as never)
  return tr
}

function quoteAction(schema: Schema): EditorAction {
  const isActive = (state: EditorState) => Boolean(enclosing(state, ({ type }) => type.name === 'blockquote'))
  const run: Command = (state, dispatch) =>
    isActive(state) ? lift(state, dispatch) : wrapIn(schema.nodes.blockquote as NodeType)(state, dispatch)
  return { name: 'Quote', keys: 'Mod-Shift-9', run, isActive }
}

/** The state with its text selected instead of the whole document, because commands look at the blocks around text. */
function withText(state: EditorState): EditorState {
  const { doc, selection, tr } = state
  if (!(selection instanceof AllSelection)) return state
  const text = TextSelection.between(Selection.atStart(doc).$from, Selection.atEnd(doc).$to)
  return state.apply(tr.setSelection(text))
}

const onText = ({ name, keys, run, isActive }: EditorAction): EditorAction => ({
  name,
  ...(keys ? { keys } : {}),
  run: (state, dispatch) => {
    const text = withText(state)
    return text === state ? run(state, dispatch) : run(text, dispatch && (tr => dispatch(append(state.tr, tr))))
  },
  isActive: state => isActive(withText(state)),
})

/** The marks and blocks of the toolbar, except links. */
export function formatActions(schema: Schema): { marks: EditorAction[]; blocks: EditorAction[] } {
  const actions = {
    marks: [
      markAction('Bold', 'strong', 'Mod-b', schema),
      markAction('Italic', 'em', 'Mod-i', schema),
      markAction('Underline', 'u', 'Mod-u', schema),
      markAction('Strikethrough', 's', 'Mod-Shift-x', schema),
      markAction('Code', 'code', 'Mod-e', schema),
    ],
    blocks: [
      listAction('Bulleted list', 'bulleted_list', 'Mod-Shift-8', schema),
      listAction('Numbered list', 'numbered_list', 'Mod-Shift-7', schema),
      quoteAction(schema),
      ...blockAction('Heading 1', 'heading', 'Mod-Alt-1', schema, { level: 1 }),
      ...blockAction('Heading 2', 'heading', 'Mod-Alt-2', schema, { level: 2 }),
      ...blockAction('Code block', 'code_block', undefined, schema),
    ],
  }
  return { marks: actions.marks.map(onText), blocks: actions.blocks.map(onText) }
}

const inactive = () => false

/** Blocks that only the block menu inserts, and the changes of the table around the selection. */
export function insertActions(state: EditorState): EditorAction[] {
  const { rule, table } = state.schema.nodes
  if (!rule || !table) return []
  if (isInTable(state)) {
    const commands = { addRowAfter, addColumnAfter, deleteRow, deleteColumn, deleteTable }
    const names = ['Add row', 'Add column', 'Delete row', 'Delete column', 'Delete table']
    return Object.values(commands).map((run, index) => ({ name: names[index] ?? '', run, isActive: inactive }))
  }
  return [
    { name: 'Divider', run: insertBlock(() => rule.create()), isActive: inactive },
    { name: 'Table', run: insertBlock(() => newTable(state.schema)), isActive: inactive },
  ]
}

/** Replaces an empty paragraph by a block, or inserts the block after it, with a line after the block. */
function insertBlock(create: () => Node): Command {
  return (state, dispatch) => {
    const { $from } = state.selection
    const block = create()
    if ($from.depth === 0) return false
    if (!dispatch) return true
    const isEmptyLine = $from.parent.type.name === 'paragraph' && $from.parent.content.size === 0
    const at = isEmptyLine && $from.depth === 1 ? $from.before() : $from.after()
    const { tr } = state
    if (at === $from.after()) tr.insert(at, block)
    else tr.replaceWith(at, $from.after(), block)
    const end = at + block.nodeSize
    const after = tr.doc.resolve(end)
    if (!after.nodeAfter) tr.insert(end, state.schema.node('paragraph'))
    const caret = block.isLeaf ? end : at + 1
    dispatch(tr.setSelection(TextSelection.near(tr.doc.resolve(caret), 1)).scrollIntoView())
    return true
  }
}

const TABLE_ROWS = 2
const TABLE_COLUMNS = 3

function newTable(schema: Schema): Node {
  const cell = () => schema.node('table_cell', null, [schema.node('paragraph')])
  const row = () => schema.node('table_row', null, Array.from({ length: TABLE_COLUMNS }, cell))
  return schema.node('table', null, Array.from({ length: TABLE_ROWS }, row))
}

/** The link around the selection: its address and its range; undefined without a link. */
export function linkAt({ schema, doc, selection: { $from, from, to } }: EditorState) {
  const type = schema.marks.link
  const isLink = (node: Node | null) => node?.marks.find(mark => mark.type === type)
  const mark = isLink($from.nodeAfter) ?? isLink($from.nodeBefore)
  if (!mark) return undefined
  let start = $from.start()
  let range: { from: number; to: number } | undefined
  $from.parent.forEach((child, offset) => {
    const childFrom = $from.start() + offset
    const childTo = childFrom + child.nodeSize
    if (!mark.isInSet(child.marks)) start = childTo
    else if (childTo >= from) range ??= { from: start, to: childTo }
    if (range && mark.isInSet(child.marks) && childFrom === range.to) range.to = childTo
  })
  return { href: String(mark.attrs.href), from: range?.from ?? from, to: range?.to ?? Math.min(to, doc.content.size) }
}

/** Sets the link of the selection, or of the link around the caret; an empty address removes it. */
export function setLink(address: string): Command {
  return (state, dispatch) => {
    const type = state.schema.marks.link
    const { empty, from, to } = state.selection
    const range = empty ? linkAt(state) : { from, to }
    const href = address === '' ? '' : withScheme(address)
    if (!type || (href !== '' && !isAddress(href))) return false
    const { tr } = state
    if (href === '') {
      if (range) tr.removeMark(range.from, range.to, type)
    } else {
      const mark = type.create({ href, stored: [['href', href]] })
      if (range) tr.removeMark(range.from, range.to, type).addMark(range.from, range.to, mark)
      else tr.insert(from, state.schema.text(href, [mark]))
    }
    dispatch?.(tr.scrollIntoView())
    return true
  }
}

/** An address as people type it: with `https://` or `mailto:` where the scheme is missing. */
function withScheme(address: string): string {
  if (/^[a-z][a-z0-9+.-]*:/i.test(address)) return address
  return /^[^\s/@]+@[^\s/@]+$/.test(address) ? `mailto:${address}` : `https://${address}`
}
