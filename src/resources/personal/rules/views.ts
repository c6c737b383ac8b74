/**
 * Saved views of a project, a user task list, a tag or a workspace.
 *
 * Invariants:
 * - a view is visible to its owner, and if it is shared, to all people who can see its parent;
 * - if it is shared, only people who can change the parent change it; otherwise only its owner does;
 * - a parent has at most `MAX_OWN_VIEWS` views of each person, and at most `MAX_SHARED_VIEWS` shared ones.
 */
import { forbidden, malformed, missingInput, notFound, unrecognized } from '../../../lib/errors.ts'
import { parseGid } from '../../../lib/gid.ts'
import { allows, type Right, rights } from '../../../policy/rights.ts'
import { deleteWhere, findForUpdate, insert, update } from '../../../store/change.ts'
import type { Reader, Writer } from '../../../store/db.ts'
import { advisoryLock } from '../../../store/locks.ts'
import { type RankPosition, rankAt, viewsOfParent } from '../../../store/queries/order.ts'
import {
  countViews,
  type ViewParentType,
  type ViewRow,
  viewOf,
  visibleParent,
} from '../../../store/queries/personal/views.ts'
import { text, type Values } from '../../../vocabulary/field.ts'
import { anchorOf, invalidAnchor } from '../../work/rules/position.ts'
import { markChanged } from './marks.ts'
import { positionIn } from './position.ts'
import { mergeDefinition, viewInput } from './view_input.ts'

const MAX_OWN_VIEWS = 100
const MAX_SHARED_VIEWS = 200

export const newViewInput = {
  parent: text({ required: true, max: 20, doc: 'The gid of a project, a user task list, a tag or a workspace.' }),
  ...viewInput,
  name: text({ required: true, max: 255, doc: 'The name.' }),
}

/** The parent that a text names. Throws 400 for an object that the caller cannot see. */
export async function parentOfViews(reader: Reader, me: number, text: string) {
  const gid = parseGid(text)
  const found = gid === undefined ? undefined : await visibleParent(reader, me, gid)
  if (gid === undefined || !found || found.workspace === null) throw unrecognized('parent', text.slice(0, 100))
  const type = found.resource_type as ViewParentType
  return { gid, type, workspace: found.workspace, isEditable: found.is_editable === 1 }
}

/** Creates a view of the caller, by default at the end; returns it. */
export async function createView(tx: Writer, me: number, given: Values<typeof newViewInput>): Promise<ViewRow> {
  const parent = await parentOfViews(tx, me, given.parent)
  const isShared = given.is_shared === true
  if (isShared && !parent.isEditable) throw forbidden(parent.type)
  const definition = mergeDefinition(undefined, given)
  await mustHaveSpace(tx, me, parent.gid, { own: 1, shared: isShared ? 1 : 0 })
  const gid = tx.gid()
  const row: ViewRow = {
    ...{ gid, workspace: parent.workspace, parent: parent.gid, parent_type: parent.type, owner: me },
    ...{ name: nameIn(given.name), definition, is_shared: isShared ? 1 : 0 },
    rank: await rankOf(tx, me, parent.gid, positionIn(given) ?? 'end'),
    ...{ created_at: tx.now, modified_at: tx.now },
  }
  await insert(tx, 'views', row)
  await markChanged(tx, me, 'view')
  return row
}

/** Changes a view; returns it. */
export async function changeView(
  tx: Writer,
  me: number,
  gid: number,
  given: Values<typeof viewInput>,
): Promise<ViewRow> {
  const { view, right } = await getChangeable(tx, me, gid)
  const isShared = given.is_shared ?? view.is_shared === 1
  if (isShared && !allows(right, 'edit')) throw forbidden(view.parent_type)
  if (isShared && view.is_shared === 0) await mustHaveSpace(tx, me, view.parent, { own: 0, shared: 1 })
  const position = positionIn(given)
  const isMoved = position !== undefined && anchorOf(position) !== gid
  const set = {
    name: given.name === undefined ? view.name : nameIn(given.name),
    definition: mergeDefinition(view.definition, given),
    is_shared: isShared ? 1 : 0,
    rank: isMoved ? await rankOf(tx, me, view.parent, position) : view.rank,
    modified_at: tx.now,
  }
  await update(tx, 'views', { gid }, set)
  await markChanged(tx, view.owner, 'view')
  return { ...view, ...set }
}

/** Deletes a view. */
export async function deleteView(tx: Writer, me: number, gid: number): Promise<void> {
  const { view } = await getChangeable(tx, me, gid)
  await deleteWhere(tx, 'views', { gid })
  await markChanged(tx, view.owner, 'view')
}

/** Locks a view that the caller can change. Throws 404 for one that they cannot see, 403 for the others. */
async function getChangeable(tx: Writer, me: number, gid: number): Promise<{ view: ViewRow; right: Right }> {
  const view = await findForUpdate(tx, 'views', { gid })
  if (!view || (view.owner !== me && view.is_shared === 0)) throw notFound('view', gid)
  const type = view.parent_type as ViewParentType
  const right = (await rights(tx, me, type, [view.parent])).get(view.parent) ?? 'none'
  if (!allows(right, 'view')) throw notFound('view', gid)
  if (view.is_shared === 1 && !allows(right, 'edit')) throw forbidden('view')
  return { view, right }
}

/** Throws 400 if the views of a parent would exceed a limit. */
async function mustHaveSpace(tx: Writer, me: number, parent: number, more: { own: number; shared: number }) {
  // quotas: a concurrent request could create or share another view.
  await advisoryLock(tx, 'quotas', parent)
  const { own, shared } = await countViews(tx, me, parent)
  if (own + more.own > MAX_OWN_VIEWS) throw malformed(`A person can have at most ${MAX_OWN_VIEWS} views here`)
  if (more.shared > 0 && shared >= MAX_SHARED_VIEWS)
    throw malformed(`There can be at most ${MAX_SHARED_VIEWS} shared views here`)
}

/** The rank at a position. Throws 400 for an anchor that the caller cannot see. */
async function rankOf(tx: Writer, me: number, parent: number, position: RankPosition): Promise<string> {
  const anchor = anchorOf(position)
  const isHidden = anchor !== undefined && (await viewOf(tx, me, anchor))?.parent !== parent
  const rank = isHidden ? undefined : await rankAt(tx, viewsOfParent, parent, position)
  if (rank === undefined) throw invalidAnchor(position)
  return rank
}

function nameIn(given: string): string {
  const name = given.trim()
  if (name === '') throw missingInput('name')
  return name
}
