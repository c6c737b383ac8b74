/**
 * Projects and sections for tests of tasks, inserted into the store directly: a test states only what matters to it.
 */
import { rankBetween } from '../../src/lib/rank.ts'
import { insert, update } from '../../src/store/change.ts'
import type { Person, World } from './world.ts'

export interface Project {
  gid: string
  /** The gids of its sections, in order. */
  sections: string[]
}

export type AccessLevel = 'admin' | 'editor' | 'commenter' | 'viewer'

interface ProjectOptions {
  name?: string
  /** The names of its sections. */
  sections?: string[]
  /** Its members by name. */
  members?: [Person, AccessLevel][]
  privacy?: 'public_to_workspace' | 'private'
  /** The access level of people who have it through the workspace. */
  level?: AccessLevel
}

/** A project of the world's organization. Private by default. */
export function makeProject(
  { store, workspace: home }: Pick<World, 'store' | 'workspace'>,
  wish: ProjectOptions = {},
): Promise<Project> {
  const { name = 'Project', sections = ['Untitled section'], members = [], privacy = 'private' } = wish
  return store.write(async tx => {
    const [gid, workspace] = [tx.gid(), Number(home)]
    const none = { team: null, owner: null, html_notes: null, color: null, icon: null }
    const open = { archived: 0, completed: 0, completed_at: null, completed_by: null, current_status_update: null }
    const days = { start_on: null, due_on: null, created_from_template: null }
    await insert(tx, 'projects', {
      ...{ gid, workspace, name, notes: '', ...none, ...open, ...days, default_view: 'list' },
      privacy_setting: privacy,
      default_access_level: wish.level ?? 'editor',
      ...{ minimum_access_level_for_customization: 'editor', minimum_access_level_for_sharing: 'editor' },
      ...{ created_at: tx.now, modified_at: tx.now, deleted_at: null, deleted_by: null },
    })
    for (const [person, access_level] of members) {
      const member = Number(person.gid)
      await insert(tx, 'project_memberships', {
        ...{ gid: tx.gid(), project: gid, member, workspace, access_level, is_follower: 0 },
      })
    }
    let rank: string | null = null
    const gids: string[] = []
    for (const title of sections) {
      rank = rankBetween(rank, null)
      const section = tx.gid()
      await insert(tx, 'sections', {
        ...{ gid: section, project: gid, workspace, name: title, rank, created_at: tx.now },
      })
      gids.push(String(section))
    }
    return { gid: String(gid), sections: gids }
  })
}

/** Deactivates or reactivates the membership of a person in the world's organization. */
export async function setActive({ store, workspace }: World, person: Person, active: boolean): Promise<void> {
  await store.write(tx =>
    update(
      tx,
      'workspace_memberships',
      { user: Number(person.gid), workspace: Number(workspace) },
      { is_active: active ? 1 : 0 },
    ),
  )
}

/** The gids of the tasks in a list, in order. */
export async function gidsOf(person: Person, path: string): Promise<string[]> {
  const { data, message } = await person.get(path)
  if (!Array.isArray(data)) throw new Error(`GET ${path}: ${message}`)
  return data.map(({ gid }: { gid: string }) => gid)
}

/** The gids of a whole list, page by page. `between` runs after each page. */
export async function allPages(
  person: Person,
  first: string,
  between = async (_page: number) => {},
): Promise<string[]> {
  const seen: string[] = []
  let path: string | undefined = first
  for (let page = 1; path; page++) {
    const { data, body, message } = await person.get(path)
    if (!Array.isArray(data)) throw new Error(`GET ${path}: ${message}`)
    seen.push(...data.map(({ gid }: { gid: string }) => gid))
    path = body.next_page?.path
    await between(page)
  }
  return seen
}
