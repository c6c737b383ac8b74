/** The favorites of a person in the order that they gave them: by dragging, by Alt+Shift with arrows, or by the menu. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import Ellipsis from 'lucide-react/icons/ellipsis'
import { type KeyboardEvent, useRef } from 'react'
import { useDrag } from '../../components/drag/use_drag.ts'
import { Icon } from '../../components/icon/icon.tsx'
import { useNotice } from '../../components/notices.tsx'
import { pictureOf } from '../../components/object_picture.tsx'
import { MenuButton } from '../../components/overlay/menu.tsx'
import { objectPath } from '../../data/addresses.ts'
import { useCache, useRecord } from '../../data/hooks.ts'
import { type Favorite, favoritesQuery, moveFavorite, removeFavorite } from '../../data/projects.ts'
import type { Gid } from '../../data/records.ts'
import { Group } from './group.tsx'

/** The size of the pictures, as of the icons of the other links. */
const PICTURE_PX = 16
const NONE: readonly Favorite[] = []
const STEPS: Readonly<Record<string, number>> = { ArrowUp: -1, ArrowDown: 1 }

/** The favorites, and what changes their order at once. */
function useFavorites() {
  const { workspace } = useCache()
  const client = useQueryClient()
  const notify = useNotice()
  const query = favoritesQuery(workspace)
  const { data = NONE } = useQuery(query)
  const change = async (next: readonly Favorite[], send: () => Promise<unknown>) => {
    client.setQueryData(query.queryKey, next)
    try {
      await send()
    } catch (error) {
      notify({ text: error instanceof Error ? error.message : String(error), isError: true })
    }
    await client.invalidateQueries({ queryKey: query.queryKey })
  }
  const move = (gid: Gid, to: number) => {
    const moved = data.find(one => one.gid === gid)
    const others = data.filter(one => one !== moved)
    const place = Math.max(0, Math.min(to, others.length))
    if (!moved || data.indexOf(moved) === place) return
    void change(others.toSpliced(place, 0, moved), () => moveFavorite(gid, others[place - 1]?.gid ?? null))
    notify(`Moved to Favorites, ${place + 1} of ${data.length}`)
  }
  const remove = (gid: Gid) =>
    void change(
      data.filter(one => one.gid !== gid),
      () => removeFavorite(gid),
    )
  return { data, move, remove }
}

export function Favorites() {
  const favorites = useFavorites()
  if (favorites.data.length === 0) return null
  return (
    <Group id="favorites" title="Favorites">
      <FavoriteList {...favorites} />
    </Group>
  )
}

function FavoriteList({ data, move, remove }: ReturnType<typeof useFavorites>) {
  const list = useRef<HTMLUListElement>(null)
  const indexOf = (gid: Gid | undefined) => data.findIndex(one => one.gid === gid)
  useDrag(list, {
    source: '.sidebar-favorite',
    target: '.sidebar-favorite',
    onDrop: (source, target, place) => {
      const [from, to] = [indexOf(source.dataset.gid), indexOf(target.dataset.gid)]
      move(source.dataset.gid ?? '', to + (place === 'after' ? 1 : 0) - (from < to ? 1 : 0))
    },
  })
  return (
    <ul ref={list} className="sidebar-list" aria-labelledby="favorites">
      {data.map((favorite, index) => (
        <FavoriteLink
          key={favorite.gid}
          favorite={favorite}
          move={step => move(favorite.gid, index + step)}
          remove={() => remove(favorite.gid)}
        />
      ))}
    </ul>
  )
}

interface LinkProps {
  favorite: Favorite
  /** Moves it by so many places. */
  move(step: number): void
  remove(): void
}

function FavoriteLink({ favorite, move, remove }: LinkProps) {
  const { gid, resource_type, name } = favorite
  const { workspace } = useCache()
  const record = useRecord(gid)
  const path = objectPath(resource_type, workspace, gid)
  if (!path) return null
  const title = String(record?.name ?? name)
  const onKeyDown = (event: KeyboardEvent) => {
    const step = STEPS[event.key]
    if (!step || !event.altKey || !event.shiftKey) return
    event.preventDefault()
    move(step)
  }
  const actions = [
    { id: 'up', label: 'Move up', keys: 'Alt+Shift+ArrowUp', onAction: () => move(-1) },
    { id: 'down', label: 'Move down', keys: 'Alt+Shift+ArrowDown', onAction: () => move(1) },
    { id: 'remove', label: 'Remove from favorites', onAction: remove },
  ]
  return (
    <li className="sidebar-item sidebar-favorite" data-gid={gid}>
      <Link to={path} className="sidebar-link" draggable={false} onKeyDown={onKeyDown}>
        <span className="sidebar-picture">{pictureOf({ ...record, gid, resource_type, name }, PICTURE_PX)}</span>
        <span className="sidebar-name">{title}</span>
      </Link>
      <span className="sidebar-more">
        <MenuButton label={`Favorite: ${title}`} groups={[{ actions }]} className="icon-button small">
          <Icon of={Ellipsis} />
        </MenuButton>
      </span>
    </li>
  )
}
