/** The items of a portfolio: projects and other portfolios, in an order. */
import { invalid, invalidReference, malformed, unknownObject } from '../../lib/errors.ts'
import { deleteAndCount, getForUpdate, insert, update } from '../../store/change.ts'
import type { Writer } from '../../store/db.ts'
import { advisoryLock } from '../../store/locks.ts'
import { itemsOfPortfolio, rankAt } from '../../store/queries/order.ts'
import {
  containsPortfolio,
  findItem,
  hasItem,
  itemCountOf,
  itemPage,
  itemTypes,
  type PortfolioItem,
} from '../../store/queries/plan/portfolios.ts'
import { any } from '../../vocabulary/field.ts'
import { action, list, type WriteCall } from '../../vocabulary/operation.ts'
import { anchorOf, invalidAnchor, parsePosition } from '../work/rules/position.ts'
import { portfolio } from './portfolio.ts'

// wire: contract
const MAX_ITEMS = 1500

interface ItemInput {
  item: number
  insert_before?: number
  insert_after?: number
}

async function addItem({ path, body, tx }: WriteCall<{ portfolio_gid: number }, ItemInput>): Promise<undefined> {
  const { gid, workspace, deleted_at } = await getForUpdate(tx, 'portfolios', path.portfolio_gid)
  // Another transaction may have deleted it after the rights were checked.
  if (deleted_at !== null) throw unknownObject('portfolio', gid)
  const { item } = body
  const found = await findItem(tx, item)
  if (found?.workspace !== workspace) throw invalidReference('item', item)
  // hierarchy: a concurrent request could put the portfolio into this item.
  if (found.item_type === 'portfolio') await advisoryLock(tx, 'hierarchy', workspace)
  // positions: a concurrent request could add an item after these are counted.
  await advisoryLock(tx, 'positions', gid)
  const position = parsePosition(body)
  const isThere = await hasItem(tx, gid, item)
  if (isThere && (position === undefined || anchorOf(position) === item)) return undefined
  const rank = await rankAt(tx, itemsOfPortfolio, gid, position ?? 'end')
  if (rank === undefined) throw invalidAnchor(position ?? 'end')
  if (isThere) await update(tx, 'portfolio_items', { portfolio: gid, item }, { rank })
  else await insertItem(tx, gid, found, rank)
  return undefined
}

/** Throws 400 for an item that contains the portfolio, and for one too many. */
async function insertItem(tx: Writer, portfolio: number, found: PortfolioItem, rank: string): Promise<void> {
  const { gid: item, item_type, workspace } = found
  if (item_type === 'portfolio' && (await containsPortfolio(tx, item, portfolio))) {
    throw invalid('item', 'A portfolio cannot contain itself')
  }
  if ((await itemCountOf(tx, portfolio)) >= MAX_ITEMS) {
    throw malformed(`A portfolio can have at most ${MAX_ITEMS} items`)
  }
  await insert(tx, 'portfolio_items', {
    ...{ gid: tx.gid(), portfolio, item, item_type, workspace, rank },
    ...{ is_access_control_inherited: 0, created_at: tx.now },
  })
}

async function removeItem({ path, body, tx }: WriteCall<{ portfolio_gid: number }, ItemInput>): Promise<undefined> {
  const { item } = body
  const deleted = await deleteAndCount(tx, 'portfolio_items', { portfolio: path.portfolio_gid, item })
  if (deleted === 0) throw invalidReference('item', item)
  return undefined
}

const item = any(itemTypes, { need: 'view', required: true, doc: 'The project or portfolio.' })

export const operations = [
  list('/portfolios/{portfolio_gid}/items', portfolio, {
    id: 'getItemsForPortfolio',
    doc: 'Lists the items of a portfolio that are visible to the caller, in their order.',
    types: itemTypes,
    execute: ({ path, reader, actor, window }) => itemPage(reader, actor.gid, path.portfolio_gid, window),
  }),
  action('/portfolios/{portfolio_gid}/addItem', portfolio, {
    id: 'addItemForPortfolio',
    doc: 'Adds a project or a portfolio to a portfolio, by default at the end; moves an item that is in it already.',
    answers: 'nothing',
    body: {
      item,
      insert_before: any(itemTypes, { need: 'view', doc: 'The item right after the new one.' }),
      insert_after: any(itemTypes, { need: 'view', doc: 'The item right before the new one.' }),
    },
    execute: addItem,
  }),
  action('/portfolios/{portfolio_gid}/removeItem', portfolio, {
    id: 'removeItemForPortfolio',
    doc: 'Removes an item from a portfolio.',
    answers: 'nothing',
    body: { item },
    execute: removeItem,
  }),
]
