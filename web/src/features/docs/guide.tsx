/** The page of a guide: a document of `docs/`, converted to HTML at build time. */

import { type GuideEntry, guides } from 'virtual:guides'
import { useQuery } from '@tanstack/react-query'
import { useParams, useRouter } from '@tanstack/react-router'
import type { MouseEvent } from 'react'
import { Page } from '../../components/page.tsx'
import { Loaded } from '../../components/states.tsx'
import { useAnchor } from './text.tsx'

export function Guide() {
  const { guide: name } = useParams({ strict: false })
  return <GuidePage name={name ?? ''} />
}

export function ErrorsGuide() {
  return <GuidePage name="errors" />
}

function GuidePage({ name }: { name: string }) {
  const guide = guides.find(one => one.name === name)
  if (guide) return <GuideView key={name} guide={guide} />
  return (
    <Page title="Page not found" lead="There is no guide with this name. Choose one from the menu.">
      {null}
    </Page>
  )
}

function GuideView({ guide: { name, title, headings, load } }: { guide: GuideEntry }) {
  const loaded = useQuery({
    queryKey: ['docs', 'guide', name],
    queryFn: load,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const sections = headings.filter(({ level }) => level === 2)
  return (
    <Page title={title} part="Guides">
      <div className="guide">
        <Loaded query={loaded} rows={6}>
          {({ html }) => <GuideText html={html} />}
        </Loaded>
        {sections.length > 2 ? (
          <nav className="guide-toc" aria-label="On this page">
            <h2 className="docs-nav-title">On this page</h2>
            <ul>
              {sections.map(({ id, text }) => (
                <li key={id}>
                  <a href={`#${id}`}>{text}</a>
                </li>
              ))}
            </ul>
          </nav>
        ) : null}
      </div>
    </Page>
  )
}

function GuideText({ html }: { html: string }) {
  const router = useRouter()
  useAnchor(true)
  /** Opens links to other pages of the app in the router, without a page load. */
  const follow = (event: MouseEvent<HTMLElement>) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || !(event.target instanceof Element)) return
    const href = event.target.closest('a')?.getAttribute('href')
    if (!href?.startsWith('/docs')) return
    event.preventDefault()
    const { pathname, hash } = new URL(href, window.location.origin)
    router.navigate({ to: pathname, hash: hash.slice(1) })
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a link inside was followed, by mouse or by keyboard
    // biome-ignore lint/a11y/useKeyWithClickEvents: following a link by keyboard is a click as well
    // biome-ignore lint/security/noDangerouslySetInnerHtml: a document of this repository, converted to HTML at build time
    <div className="guide-text" onClick={follow} dangerouslySetInnerHTML={{ __html: html }} />
  )
}
