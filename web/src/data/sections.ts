/** The verbs of sections. */
import type { Cache } from './cache.ts'
import { rankBetween, type Section } from './lists.ts'
import type { Step } from './outbox.ts'
import type { Gid } from './records.ts'
import { localGid, setMembers } from './tasks.ts'

const API = '/api/1.0'

/** Creates a section of a project, before or after another one; at the end without. */
export function createSection(cache: Cache, project: Gid, name: string, after?: Gid): Step {
  const gid = localGid()
  const { sections } = cache.lists.contents(project)
  const at = after ? sections.findIndex(section => section.gid === after) + 1 : sections.length
  const rank = rankBetween(sections[at - 1]?.rank ?? null, sections[at]?.rank ?? null)
  const patches = [{ gid, members: { resource_type: 'section', name, rank, list: project } }]
  return {
    ...{ subject: gid, creates: gid, patches },
    call: {
      method: 'POST',
      path: `${API}/projects/${project}/sections`,
      data: { name, ...(after && { insert_after: after }) },
    },
    inverse: deletion(gid),
  }
}

const deletion = (gid: Gid): Step => ({
  subject: gid,
  patches: [{ gid, members: null }],
  call: { method: 'DELETE', path: `${API}/sections/${gid}` },
})

/** Deletes a section, which must be empty. */
export const deleteSection = (section: Gid): Step => deletion(section)

export const renameSection = (cache: Cache, section: Gid, name: string): Step => setMembers(cache, section, { name })

/** Moves a section after another one; to the top with null. */
export function moveSection(cache: Cache, project: Gid, section: Gid, after: Gid | null): Step {
  const others = cache.lists.contents(project).sections.filter(({ gid }) => gid !== section)
  const all = cache.lists.contents(project).sections
  const former = all.findIndex(({ gid }) => gid === section)
  const step = (target: Gid | null): Step => {
    const at = target ? others.findIndex(({ gid }) => gid === target) + 1 : 0
    const rank = rankBetween(others[at - 1]?.rank ?? null, others[at]?.rank ?? null)
    const first = others[0] as Section | undefined
    return {
      subject: section,
      patches: [{ gid: section, members: { rank } }],
      call: {
        method: 'POST',
        path: `${API}/projects/${project}/sections/insert`,
        data: { section, ...(target ? { after_section: target } : { before_section: first?.gid }) },
      },
    }
  }
  return { ...step(after), inverse: step(all[former - 1]?.gid ?? null) }
}
