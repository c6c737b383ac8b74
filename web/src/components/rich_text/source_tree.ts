/** Parses rich text with the parser of the server: tests run without a browser. */
import { parseXml, XmlElement, XmlText } from '@rgrove/parse-xml'
import { type ParseXml, pushText, type WireElement, type WireNode } from './xml.ts'

export const parseWithoutBrowser: ParseXml = xml => {
  const { root } = parseXml(xml)
  return root === null ? undefined : toElement(root)
}

function toElement({ name, attributes, children }: XmlElement): WireElement {
  const nodes: WireNode[] = []
  for (const child of children) {
    if (child instanceof XmlElement) nodes.push(toElement(child))
    else if (child instanceof XmlText) pushText(nodes, child.text)
  }
  return { name, attributes, children: nodes }
}
