"""A failed run becomes an issue at GitHub, GitLab or Jira."""
