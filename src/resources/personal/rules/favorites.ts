/** Favorites of a person, of all types in one order. Invariant: at most `MAX_FAVORITES` in each workspace. */
import { malformed, missingInput, notFound } from '../../../lib/errors.ts'
import { deleteAndCount, findForUpdate, insert, update } from '../../../store/change.ts'
import type { Writer } from '../../../store/db.ts'
import { advisoryLock } from '../../../store/locks.ts'
import { favoritesOfPerson, type RankPosition, rankAt } from '../../../store/queries/order.ts'
import { countFavorites, visibleFavorite } from '../../../store/queries/personal/favorites.ts'
import { text, type Values } from '../../../vocabulary/field.ts'
import { anchorOf, invalidAnchor } from '../../work/rules/position.ts'
import { markChanged } from './marks.ts'
import { positionIn } from './position.ts'
import { positionInput } from './view_input.ts'
import { visibleWorkspace } from './workspace.ts'

const MAX_FAVORITES = 500

export const favoriteInput = {
  workspace: text({ max: 20, doc: 'The workspace of the favorite: required for a user, who is in several.' }),
  ...positionInput,
}

/** Makes an object a favorite, by default the last, or moves it; returns the favorite. */
export async function setFavorite(tx: Writer, me: number, gid: number, given: Values<typeof favoriteInput>) {
  const found = await visibleFavorite(tx, me, gid)
  if (!found) throw notFound('favorite', gid)
  if (found.workspace === null && given.workspace === undefined) throw missingInput('workspace')
  const workspace = found.workspace ?? (await visibleWorkspace(tx, me, given.workspace ?? '')).workspace
  const position = positionIn(given)
  // positions: a concurrent request could add the same favorite, or the last one that is possible.
  await advisoryLock(tx, 'positions', me)
  const known = await findForUpdate(tx, 'favorites', { user: me, resource: gid })
  const isUnmoved = position === undefined || anchorOf(position) === gid
  if (known && isUnmoved && known.workspace === workspace) return known
  const rank = known && isUnmoved ? known.rank : await rankOf(tx, me, position ?? 'end')
  const favorite = { user: me, workspace, resource_type: found.resource_type as string, resource: gid, rank }
  if (known) await update(tx, 'favorites', { user: me, resource: gid }, { workspace, rank })
  else {
    if ((await countFavorites(tx, me, workspace)) >= MAX_FAVORITES)
      throw malformed(`A person can have at most ${MAX_FAVORITES} favorites in a workspace`)
    await insert(tx, 'favorites', favorite)
  }
  await markChanged(tx, me, 'favorite')
  return favorite
}

/** Removes a favorite of a person. Throws 404 if there is none. */
export async function removeFavorite(tx: Writer, me: number, gid: number): Promise<void> {
  if ((await deleteAndCount(tx, 'favorites', { user: me, resource: gid })) === 0) throw notFound('favorite', gid)
  await markChanged(tx, me, 'favorite')
}

async function rankOf(tx: Writer, me: number, position: RankPosition): Promise<string> {
  const rank = await rankAt(tx, favoritesOfPerson, me, position)
  if (rank === undefined) throw invalidAnchor(position)
  return rank
}
