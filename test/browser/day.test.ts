/**
 * One day of two people of a company, who work at once: each step of the one is checked on the screen of the other. The
 * company is that of `demo`, so both begin with work of their own. `PICTURES=FOLDER` keeps what each of them sees after
 * each step.
 */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import * as afternoon from './day/afternoon.ts'
import * as evening from './day/evening.ts'
import * as morning from './day/morning.ts'
import { type Day, type DemoSite, startDay } from './day/people.ts'
import { beforeFirstTest, skip, startBrowser, startDemo } from './visitor.ts'

const site = {} as { -readonly [member in keyof DemoSite]: DemoSite[member] }

beforeFirstTest(async () => {
  ;[site.browser, site.server] = await Promise.all([startBrowser(), startDemo()])
})

type Step = (day: Day) => Promise<void>

const STEPS: readonly Step[] = [
  morning.bothReadHomeAndInbox,
  morning.eachOrdersMyTasks,
  morning.elenaSavesATemplate,
  morning.samCreatesAProjectOfIt,
  morning.bothTypeTasks,
  morning.eachAssignsTheOther,
  morning.elenaMentionsSamWhoAnswers,
  afternoon.samDragsACardWhileElenaLooks,
  afternoon.elenaSetsADueDateThatSamSeesInTheCalendar,
  afternoon.samUploadsAFileThatElenaOpens,
  afternoon.elenaReportsTheStatusThatSamLikes,
  afternoon.bothFindTheTask,
  afternoon.samCompletesATaskAndTakesItBack,
  afternoon.elenaArchivesHerInbox,
  afternoon.samDeletesATaskAndRestoresIt,
  evening.samWritesARule,
  evening.elenaCompletesATaskThatTheRuleMoves,
  evening.samLetsKaiComment,
  evening.samAnswersOnHisPhone,
  evening.samCompletesItOnHisPhone,
]

const PICTURES = process.env.PICTURES ?? ''

/** Keeps what each person sees, as `07_step_sam.png`, if pictures are wanted. */
async function record({ elena, sam, samsPhone }: Day, number: number, { name }: Step) {
  if (!PICTURES) return
  mkdirSync(PICTURES, { recursive: true })
  for (const [person, page] of Object.entries({ elena, sam, sams_phone: samsPhone }))
    if (page.url() !== 'about:blank')
      await page.screenshot({ path: join(PICTURES, `${String(number).padStart(2, '0')}_${name}_${person}.png`) })
}

test('two people of a company work together for a day', { skip }, async t => {
  const day = await startDay(t, site)
  for (const [index, step] of STEPS.entries()) {
    await step(day)
    await record(day, index + 1, step)
  }
})
