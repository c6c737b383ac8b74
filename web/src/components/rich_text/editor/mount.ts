/**
 * The editor of a text field: ProseMirror on the element that showed the text before, so that role, name and focus stay.
 * This module and those that it imports are loaded when a text is edited for the first time.
 */
import { history } from 'prosemirror-history'
import type { Node, ResolvedPos } from 'prosemirror-model'
import { AllSelection, EditorState, Plugin, Selection, TextSelection, type Transaction } from 'prosemirror-state'
import { tableEditing } from 'prosemirror-tables'
import { EditorView } from 'prosemirror-view'
import { parseRichText } from '../parse.ts'
import { type RichTextProfile, schemas } from '../schema.ts'
import { serializeForReader, serializeRichText } from '../serialize.ts'
import { canonical, parseInBrowser } from '../xml.ts'
import { keyPlugins } from './keys.ts'
import { pastePlugin } from './paste.ts'
import { typingPlugin } from './typing.ts'

export interface EditorEvents {
  /** Called after each change of the document, with the canonical form and a function that returns that for readers. */
  changed(value: string, getShown: () => string): void
  /** Called after each change of the document or the selection. */
  updated(): void
  /** Called before all others with each key; true ends its handling. */
  key(event: KeyboardEvent): boolean
  submit(): void
  leave(): void
  editLink(): void
  /** Takes pasted and dropped files; false if the field accepts none. */
  files(files: File[]): boolean
}

/** Where the selection is at first: everything, between two points of the screen, or at the end. */
export type InitialCaret = 'all' | 'end' | { readonly from: Point; readonly to: Point }

interface Point {
  readonly left: number
  readonly top: number
}

export interface MountedEditor {
  readonly view: EditorView
  getValue(): string
  /** The text with the names and addresses of what it mentions. */
  getShown(): string
  /** Replaces the text; undo does not lead back to the earlier one. */
  setValue(value: string): void
  destroy(): void
}

interface MountOptions {
  readonly profile: RichTextProfile
  readonly value: string
  readonly typed: string
  readonly caret: InitialCaret
  readonly events: EditorEvents
}

/** Turns the element into an editor. `typed` is what the user has typed while the editor loaded. */
export function mountEditor(
  element: HTMLElement,
  { profile, value, typed, caret, events }: MountOptions,
): MountedEditor {
  const schema = schemas[profile]
  const createState = (text: string) =>
    EditorState.create({ doc: parseRichText(text, schema, parseInBrowser), plugins: pluginsOf(profile, events) })
  const view = new EditorView(
    { mount: element },
    {
      state: createState(value),
      dispatchTransaction(transaction: Transaction) {
        view.updateState(view.state.apply(transaction))
        if (transaction.docChanged)
          events.changed(serializeRichText(view.state.doc), () => serializeForReader(view.state.doc))
        events.updated()
      },
    },
  )
  placeCaret(view, caret)
  if (typed !== '') view.dispatch(view.state.tr.insertText(typed).scrollIntoView())
  return {
    view,
    getValue: () => serializeRichText(view.state.doc),
    getShown: () => serializeForReader(view.state.doc),
    setValue(text) {
      if (canonical(text, parseInBrowser) === serializeRichText(view.state.doc)) return
      view.updateState(createState(text))
      events.updated()
    },
    destroy: () => view.destroy(),
  }
}

function pluginsOf(profile: RichTextProfile, events: EditorEvents): Plugin[] {
  const schema = schemas[profile]
  return [
    wholeDocument,
    new Plugin({
      props: {
        handleKeyDown(view, event) {
          readSelection(view)
          return events.key(event)
        },
      },
    }),
    typingPlugin(schema),
    ...keyPlugins(schema, events),
    pastePlugin(schema, events.files),
    history(),
    ...(profile === 'full' ? [tableEditing()] : []),
  ]
}

function placeCaret(view: EditorView, caret: InitialCaret): void {
  const { tr, doc } = view.state
  if (caret === 'all') tr.setSelection(new AllSelection(doc))
  else if (caret === 'end') tr.setSelection(Selection.atEnd(doc))
  else {
    const [from, to] = [view.posAtCoords(caret.from), view.posAtCoords(caret.to)]
    const isRange = from && to && from.pos !== to.pos
    if (isRange) tr.setSelection(TextSelection.between(doc.resolve(from.pos), doc.resolve(to.pos)))
    else tr.setSelection(to ? Selection.near(doc.resolve(to.pos)) : Selection.atEnd(doc))
  }
  view.dispatch(tr)
  // The user may have left the field while the editor loaded.
  if (view.dom.matches(':focus')) view.focus()
}

/** The selection of the whole document, if two positions contain all its text. */
function selectWhole(doc: Node, { pos: anchor }: ResolvedPos, { pos: head }: ResolvedPos): Selection | null {
  const [from, to] = [Selection.atStart(doc).from, Selection.atEnd(doc).to]
  return anchor !== head && Math.min(anchor, head) <= from && Math.max(anchor, head) >= to
    ? new AllSelection(doc)
    : null
}

/** A selection of all text is one of the whole document: what replaces it is plain, even if a heading was first. */
const wholeDocument = new Plugin({
  props: {
    createSelectionBetween: ({ state: { doc } }, $anchor, $head) => selectWhole(doc, $anchor, $head),
    handleDOMEvents: {
      // Keys are handled elsewhere; this is text that a dictation or a tool inserts.
      beforeinput(view, event) {
        if (!(view.state.selection instanceof AllSelection) || event.inputType !== 'insertText' || !event.data)
          return false
        event.preventDefault()
        view.dispatch(view.state.tr.insertText(event.data).scrollIntoView())
        return true
      },
    },
  },
})

/** Reads a selection that the browser has made, but not announced yet: a key that depends on it may follow at once. */
function readSelection(view: EditorView): void {
  const { anchorNode, anchorOffset = 0, focusNode, focusOffset = 0 } = getSelection() ?? {}
  const { doc, selection, tr } = view.state
  const isHere = anchorNode && focusNode && view.dom.contains(anchorNode) && view.dom.contains(focusNode)
  if (!isHere || !view.hasFocus() || !(selection instanceof TextSelection)) return
  const [anchor, head] = [view.posAtDOM(anchorNode, anchorOffset), view.posAtDOM(focusNode, focusOffset)]
  if (anchor === selection.anchor && head === selection.head) return
  const [$anchor, $head] = [doc.resolve(anchor), doc.resolve(head)]
  const read = selectWhole(doc, $anchor, $head) ?? TextSelection.between($anchor, $head)
  if (!read.eq(selection)) view.dispatch(tr.setSelection(read))
}
