/** The part of a page's state that stands in its address. */
import { useLocation } from "preact-iso";

export type Query = {
  query: Record<string, string>;
  /** Sets the named values (null or empty takes one out) without a new entry in the history. */
  put: (values: Record<string, string | null>) => void;
  /** The address with these values, for links. */
  href: (values: Record<string, string | null>) => string;
};

export function useQuery(): Query {
  const { path, query, route } = useLocation();
  const href = (values: Record<string, string | null>) => {
    const next = new URLSearchParams(query);
    for (const [name, value] of Object.entries(values)) {
      if (value === null || value === "") next.delete(name);
      else next.set(name, value);
    }
    const text = next.toString();
    return text === "" ? path : `${path}?${text}`;
  };
  return { query, href, put: (values) => route(href(values), true) };
}
