/** The keys of the editor. Tab moves the focus on, except in lists and tables. */
import { baseKeymap, chainCommands, exitCode } from 'prosemirror-commands'
import { redo, undo } from 'prosemirror-history'
import { undoInputRule } from 'prosemirror-inputrules'
import { keymap } from 'prosemirror-keymap'
import type { NodeType, Schema } from 'prosemirror-model'
import { liftListItem, sinkListItem, splitListItem } from 'prosemirror-schema-list'
import { type Command, type Plugin, Selection } from 'prosemirror-state'
import { goToNextCell } from 'prosemirror-tables'
import { formatActions } from './commands.ts'

interface KeyActions {
  submit(): void
  leave(): void
  editLink(): void
}

/** Lists deeper than this are hard to read, and the server refuses 100 levels of elements. */
const MAX_LIST_DEPTH = 12

const handled =
  (run: () => void): Command =>
  () => {
    run()
    return true
  }

const breakLine: Command = (state, dispatch) => {
  const { $from } = state.selection
  if ($from.parent.type.spec.code) dispatch?.(state.tr.insertText('\n').scrollIntoView())
  else dispatch?.(state.tr.replaceSelectionWith(state.schema.node('line_break')).scrollIntoView())
  return true
}

/** At the start of a heading or of code, Backspace makes it a paragraph. */
const toParagraph: Command = (state, dispatch) => {
  const { $from, empty } = state.selection
  if (!empty || $from.parentOffset > 0 || $from.parent.type.name === 'paragraph' || !$from.parent.isTextblock)
    return false
  dispatch?.(state.tr.setBlockType($from.pos, $from.pos, state.schema.nodes.paragraph as NodeType))
  return true
}

const atItemStart =
  (command: Command): Command =>
  (state, dispatch) => {
    const { $from, empty } = state.selection
    const isStart = empty && $from.parentOffset === 0 && $from.depth > 1 && $from.index(-1) === 0
    return isStart && $from.node(-1).type.name === 'list_item' && command(state, dispatch)
  }

const sink =
  (item: NodeType): Command =>
  (state, dispatch) => {
    const { $from } = state.selection
    const isInList = Array.from({ length: $from.depth }, (_, depth) => $from.node(depth + 1)).filter(
      n => n.type === item,
    )
    if (isInList.length === 0) return false
    if (isInList.length < MAX_LIST_DEPTH) sinkListItem(item)(state, dispatch)
    // An item that cannot move keeps the focus: otherwise Tab would sometimes leave the text.
    return true
  }

/** After a block at the end, such as a table, the arrow key adds a line; likewise before one at the start. */
const leaveBlock =
  (direction: 1 | -1): Command =>
  (state, dispatch, view) => {
    const { selection, doc, schema } = state
    const $edge = direction > 0 ? selection.$to : selection.$from
    const edge = direction > 0 ? doc.lastChild : doc.firstChild
    const isAtEdge =
      direction > 0 ? $edge.indexAfter(0) >= doc.childCount - ($edge.depth ? 1 : 0) : $edge.index(0) === 0
    if (!edge || edge.type.name === 'paragraph' || !isAtEdge) return false
    if ($edge.parent.isTextblock && !view?.endOfTextblock(direction > 0 ? 'down' : 'up')) return false
    if (
      Selection.findFrom(
        $edge.depth ? doc.resolve(direction > 0 ? $edge.after() : $edge.before()) : $edge,
        direction,
        true,
      )
    )
      return false
    const at = direction > 0 ? doc.content.size : 0
    const tr = state.tr.insert(at, schema.node('paragraph'))
    dispatch?.(tr.setSelection(Selection.near(tr.doc.resolve(at + 1))).scrollIntoView())
    return true
  }

/** The key maps of a schema, in their order. */
export function keyPlugins(schema: Schema, actions: KeyActions): Plugin[] {
  const item = schema.nodes.list_item as NodeType
  const { marks, blocks } = formatActions(schema)
  const formats = [...marks, ...blocks].flatMap(({ keys, run }) => (keys ? [[keys, run] as const] : []))
  const editLink: Command = ({ selection }) => {
    if (!selection.empty) actions.editLink()
    // Without a selection the key opens the command menu of the app.
    return !selection.empty
  }
  const own: Record<string, Command> = {
    ...Object.fromEntries(formats),
    'Mod-k': editLink,
    'Mod-z': undo,
    'Mod-Shift-z': redo,
    'Mod-y': redo,
    'Mod-Enter': handled(actions.submit),
    Escape: handled(actions.leave),
    Enter: chainCommands(splitListItem(item), exitEmptyCode),
    'Shift-Enter': breakLine,
    Backspace: chainCommands(undoInputRule, toParagraph, atItemStart(liftListItem(item))),
    Tab: chainCommands(goToNextCell(1), sink(item)),
    'Shift-Tab': chainCommands(goToNextCell(-1), liftListItem(item)),
    ArrowDown: leaveBlock(1),
    ArrowRight: (state, dispatch, view) =>
      state.selection.$to.parentOffset === state.selection.$to.parent.content.size &&
      leaveBlock(1)(state, dispatch, view),
    ArrowUp: leaveBlock(-1),
  }
  return [keymap(own), keymap(baseKeymap)]
}

/** A second Enter on an empty last line leaves the code block. */
const exitEmptyCode: Command = (state, dispatch) => {
  const { $from, empty } = state.selection
  const isLastLine = $from.parentOffset === $from.parent.content.size && $from.parent.textContent.endsWith('\n')
  if (!empty || !$from.parent.type.spec.code || !isLastLine) return false
  const { tr } = state
  tr.delete($from.pos - 1, $from.pos)
  return exitCode(state.apply(tr), next => {
    for (const step of next.steps) tr.step(step)
    dispatch?.(tr.setSelection(Selection.near(tr.doc.resolve(next.selection.from))).scrollIntoView())
  })
}
