/** A project with sections, a field and rules, and a held clock. */
import assert from 'node:assert/strict'
import { MAX_DEPTH } from '../../../src/resources/automation/rules/start_runs.ts'
import type { HttpPost, HttpPostResult } from '../../../src/vocabulary/outbound.ts'
import { ok } from '../sample.ts'
import { signedIn, type Visitor } from '../sign_in/console.ts'
import { makeProject } from '../work.ts'
import { type Json, type Person, type World, world } from '../world.ts'

/** A request that a rule sent. */
export interface SentRequest {
  target: string
  body: Json
}

export interface RuleWorld extends World {
  project: string
  /** The gids of its sections. */
  sections: [string, string]
  /** Ann's session. */
  console: Visitor
  /** A project of Ann. */
  other: string
  sent: SentRequest[]
  /** How targets answer; they accept everything by default. */
  answers: { next: HttpPostResult }
  /** Creates a rule of Ann in the project. */
  rule(trigger: Json, actions: Json[], conditions?: Json[]): Promise<Json>
  /** The rule as Ann sees it now. */
  shown(gid: string): Promise<Json>
  /** Creates a task in the project, and runs all jobs. */
  task(values?: Json): Promise<string>
  /** The task now, as Ann sees it. */
  look(task: string, fields?: string): Promise<Json>
  /** The texts of the comments on a task. */
  comments(task: string): Promise<string[]>
  tick(milliseconds?: number): Promise<void>
  /** Runs all jobs until a chain of rules has ended: each rule starts at a notification of its own. */
  settle(): Promise<void>
}

export const ACCEPTED: HttpPostResult = { status: 200, secret: null, text: '', error: null, isRefused: false }

export async function ruleWorld(options: Parameters<typeof world>[0] = {}): Promise<RuleWorld> {
  const sent: SentRequest[] = []
  const answers = { next: ACCEPTED }
  const post: HttpPost = async (target, _headers, body) => {
    sent.push({ target, body: JSON.parse(body) })
    return answers.next
  }
  const made = await world({ post, ...options })
  const { ann, ben, clock } = made
  clock.step = 0
  const { gid: project, sections } = await makeProject(made, {
    name: 'Plan',
    sections: ['To do', 'Done'],
    members: [
      [ann, 'admin'],
      [ben, 'editor'],
    ],
  })
  const other = await makeProject(made, { name: 'Other', members: [[ann, 'admin']] })
  const console = await signedIn(made, ann)
  const { tick, settle } = ticking(made)
  await tick()
  return {
    ...{ ...made, project, other: other.gid, console, sent, answers, tick, settle },
    sections: sections as [string, string],
    rule: async (trigger, actions, conditions = []) =>
      (await ok(console.post('/rules', { project, name: 'Rule', trigger, conditions, actions }))).data,
    shown: async gid => (await ok(console.get(`/rules/${gid}`))).data,
    async task(values = {}) {
      const gid = await ann.create('/tasks', { name: 'Task', projects: [project], ...values })
      await tick()
      return gid
    },
    look: async (task, fields) => (await ok(ann.get(`/tasks/${task}${fields ? `?opt_fields=${fields}` : ''}`))).data,
    comments: task => commentsOf(ann, task),
  }
}

/** Runs the jobs of a world. */
function ticking({ clock, jobs }: World): Pick<RuleWorld, 'tick' | 'settle'> {
  const tick = async (milliseconds = 0) => {
    clock.now += milliseconds
    await jobs.tick()
  }
  return {
    tick,
    async settle() {
      for (let link = 0; link <= MAX_DEPTH + 1; link++) await tick()
    },
  }
}

/** The texts of the comments on a task, in order. */
async function commentsOf(person: Person, task: string): Promise<string[]> {
  const { data } = await ok(person.get(`/tasks/${task}/stories?opt_fields=text,resource_subtype`))
  assert.ok(Array.isArray(data))
  return data.flatMap(({ resource_subtype, text }: Json) => (resource_subtype === 'comment_added' ? [text] : []))
}
