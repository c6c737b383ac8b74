/** Accessibility checks with axe. */
import axe from 'axe-core'
import type { Page } from 'playwright-core'

interface Violation {
  id: string
  nodes: { html: string }[]
}

/** The accessibility violations of the page in its current state, in both colour schemes. */
export async function violations(page: Page): Promise<string[]> {
  await page.evaluate(axe.source)
  const messages: string[] = []
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    // The colour schemes differ in colours only.
    const options = { resultTypes: ['violations'], ...(colorScheme === 'light' ? {} : { runOnly: ['color-contrast'] }) }
    const run = `axe.run(document, ${JSON.stringify(options)}).then(results => results.violations)`
    const failed = await page.evaluate<Violation[]>(run)
    messages.push(...failed.flatMap(({ id, nodes }) => nodes.map(node => `${colorScheme} ${id}: ${node.html}`)))
  }
  return messages
}
